"""Functions under systems other than JAX's: casts are planned, and executed by JAX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

import numpy as np

from promo_runtime.errors import PromotionError, Refused, beyond_jax, no_dtype, undefined
from promo_runtime.functions import arity, implementation
from promo_runtime.operands import described, node_of, promotion_key
from promo_runtime.operations.arguments import Arguments
from promo_runtime.operations.base import Call, Operation, Ufunc
from promo_runtime.operations.computation import Casts, compiled
from promo_runtime.operations.plan import BeyondJax, JaxCall, Plan, plan_call
from promo_runtime.settings import current, semantics
from promo_typing.core.formats import integer_bounds
from promo_typing.lattice.semantics import Semantics
from promo_typing.rules import FUNCTIONS, Resolved, without_arguments
from promo_typing.systems import Operand, OperandError

_LOWEST, _HIGHEST = integer_bounds("signed", 32)
_INT32: Final = range(_LOWEST, _HIGHEST + 1)
"""The Python integers that JAX accepts with x64 off."""


class PlannedOperation(Operation):
    """A function whose operands are cast as the system decides."""

    _key_of = staticmethod(promotion_key)

    def plan(self, *operands: Any, **options: Any) -> Plan:
        """Return the planned casts, without executing anything.

        Raises:
            PromotionError: the operands have no common dtype under the promotion system.
            OperandError: an operand is no array.
        """
        arguments = Arguments(self.function, operands, options)
        return self._plan(arguments.operands, arguments.in_jax)

    def _general(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        lifted = self._host.lifted(self, (operands, options))
        if lifted is not None:
            return lifted(*operands, **options)
        arguments = Arguments(self.function, operands, options)
        return self._call_of(arguments)(*arguments.operands, *arguments.others)

    def _call_of(self, arguments: Arguments) -> Call:
        form, keys = arguments.form, map(self._key_of, arguments.operands)
        try:
            kept = self._kept(current(), form, *keys)
        except TypeError:  # A static argument cannot be hashed.
            return self._bind_arguments(arguments)
        if kept.call is None:
            kept.call = self._bind_arguments(arguments)
        return kept.call

    def _bind_arguments(self, arguments: Arguments) -> Call:
        casts = Casts.of(self._plan(arguments.operands, arguments.in_jax))
        if arguments.dtype is not None:
            casts = replace(casts, results=(), weak=False)
        return self._host.placed(compiled(implementation(self.function), casts, arguments.form))

    def _plan(self, operands: tuple[Any, ...], call: JaxCall) -> Plan:
        given = tuple(self._described(*each) for each in enumerate(operands))
        asked = partial(plan_call, self._system, self.function, call=call, semantics=_standard())
        try:
            found = asked(given)
        except OperandError as error:
            raise PromotionError(f"{self.function}: {error}") from error
        if isinstance(found, Plan):
            return found
        refused = Refused(self.function, given, self._system, partial(_is_planned, asked))
        if isinstance(found, BeyondJax):
            raise beyond_jax(refused, found.dtypes, found.refusal)
        raise undefined(refused, found.reason, in_jax=self._is_in_jax(operands, call))

    def _is_in_jax(self, operands: tuple[Any, ...], call: JaxCall) -> bool:
        """Whether JAX accepts the operands under its own promotion."""
        live = semantics()
        nodes = [str(node_of(each, live)) for each in operands]
        return isinstance(call.outcome(nodes, live), Resolved)

    def _described(self, position: int, operand: Any) -> Operand:
        if node_of(operand, semantics()) is None:
            raise no_dtype(self.function, position, operand)
        return described(operand)


class PlannedUfunc(Ufunc, PlannedOperation):
    """A ufunc whose casts the system decides."""

    def plan(self, *operands: Any, **options: Any) -> Plan:
        """Return the planned casts; see :class:`PlannedOperation`."""
        if options:
            return super().plan(*operands, **options)
        return self._plan(operands, _by_position(self.function))

    def _bind(self, operands: tuple[Any, ...]) -> Call:
        if len(operands) != arity(self.function):
            raise TypeError(
                f"{self.function} takes {arity(self.function)} operands, got {len(operands)}"
            )
        casts = Casts.of(self._plan(operands, _by_position(self.function)))
        call: Call = compiled(implementation(self.function), casts)
        if any(type(each) is int and each not in _INT32 for each in operands):
            return partial(_with_wide, call, casts)
        return call


@cache
def _by_position(function: str) -> JaxCall:
    """The call of a ufunc with positional operands only."""
    rule = without_arguments(FUNCTIONS[function])
    return JaxCall(rule, tuple(operand.name for operand in rule.operands))


def _is_planned(
    asked: Callable[[tuple[Operand, ...]], object], operands: tuple[Operand, ...]
) -> bool:
    try:
        return isinstance(asked(operands), Plan)
    except OperandError:
        return False


def _standard() -> Semantics:
    """The settings under which JAX computes with the cast operands; see ``computation``."""
    return replace(semantics(), promotion="standard")


def _with_wide(call: Call, casts: Casts, *operands: Any) -> Any:
    """Replace Python ints by NumPy scalars of the planned dtype, since some exceed 32 bits."""
    return call(
        *(
            np.array(each).astype(dtype) if type(each) is int else each
            for each, dtype in zip(operands, casts.operands, strict=True)
        )
    )
