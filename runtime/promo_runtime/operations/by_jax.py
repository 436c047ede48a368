"""Functions under JAX's own promotion: JAX casts, and jaxprs are those of ``jax.numpy``."""

from __future__ import annotations

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
from jax.dtypes import TypePromotionError

from promo_runtime.errors import PromotionError, no_dtype, refused
from promo_runtime.functions import arity, implementation
from promo_runtime.operands import is_opaque, node_of, python_int
from promo_runtime.operations.base import Call, Operation, Ufunc
from promo_runtime.operations.computation import INLINE
from promo_runtime.settings import semantics
from promo_typing.rules import FUNCTIONS, Outcome, Refusal, resolve


class JaxOperation(Operation):
    """A function whose operands JAX itself promotes."""

    def _general(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        lifted = self._host.lifted(self, (operands, options))
        if lifted is not None:
            return lifted(*operands, **options)
        try:
            return self._host.placed(implementation(self.function))(*operands, **options)
        except TypePromotionError as error:
            raise PromotionError(f"{self.function}: {error}") from error


class RuleOperation(Ufunc, JaxOperation):
    """A ufunc whose operands JAX itself promotes, once the rule has refused what JAX refuses."""

    def resolve(self, *operands: Any) -> Outcome:
        """Return the rule's answer for these operands, without executing anything.

        Raises:
            OperandError: an operand has no dtype that takes part in promotion.
            TypeError: the number of operands is wrong.
        """
        return resolve(FUNCTIONS[self.function], self._nodes(operands), semantics())

    def _bind(self, operands: tuple[Any, ...]) -> Call:
        """Apply the rule once, and leave the casts to JAX."""
        if not any(map(is_opaque, operands)):  # Rules do not cover random keys and float0.
            self._check(operands)
        return _inlined(self.function)

    def _check(self, operands: tuple[Any, ...]) -> None:
        outcome = self.resolve(*operands)
        if isinstance(outcome, Refusal):
            rule = FUNCTIONS[self.function]
            nodes = self._nodes(operands)
            raise refused(self.function, rule, nodes, outcome, semantics())

    def _nodes(self, operands: tuple[Any, ...]) -> list[str]:
        expected = arity(self.function)
        if len(operands) != expected:
            raise TypeError(f"{self.function} takes {expected} operands, got {len(operands)}")
        live, nodes = semantics(), []
        for position, operand in enumerate(operands):
            node = node_of(operand, live)
            if node is None:
                raise no_dtype(self.function, position, operand)
            nodes.append(node)
        return nodes


class ValueOperation(RuleOperation):
    """A power, which depends on the value of the last operand if that is a known int."""

    def __call__(self, *operands: Any, **options: Any) -> Any:
        """Execute the function; see :class:`Operation`."""
        return super().__call__(*operands[:-1], *map(python_int, operands[-1:]), **options)

    def resolve(self, *operands: Any) -> Outcome:
        """Return the rule's answer; see :class:`RuleOperation`."""
        return super().resolve(*operands[:-1], *map(python_int, operands[-1:]))


@cache
def _inlined(function: str) -> Call:
    """``jnp.add`` for ``"jax.numpy.add"``, under an inlined ``jit``.

    A ``jnp.ufunc`` is a Python object around a compiled function, and a small operation spends a
    third of its time in that object. The inlined ``jit`` avoids it and leaves the jaxpr unchanged.
    """
    found = implementation(function)
    return jax.jit(found, inline=INLINE) if isinstance(found, jnp.ufunc) else found
