"""``TensorProcessor``: collects inputs and requirements, then plans casts and computes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from promo_runtime.arrays.array import unwrapped
from promo_runtime.engine import Engine
from promo_runtime.errors import PromotionError, Refused, different, undefined
from promo_runtime.operands import described
from promo_runtime.operations.computation import INLINE, Casts, finished
from promo_runtime.operations.plan import Cast, Plan, shown
from promo_runtime.settings import applied
from promo_typing.systems import Operand, Promoted, Result, Undefined
from promo_typing.systems.kernels import inexact


class TensorProcessor:
    """Prepares inputs for the user's computation under a promotion system.

    The methods that add inputs and requirements return the processor, so they can be chained::

        TensorProcessor(engine).add_input(x).add_input(y).promote_to_common_dtype().apply(f)

    The design follows PyTorch's TensorIterator.

    Args:
        engine: the engine, whose promotion system and settings are used.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._inputs: list[Any] = []
        self._lowest: list[str | None] = []
        self._common = self._floats = self._equal = False
        self._out: str | None = None

    def add_input(self, value: Any, *, lowest: Any = None) -> TensorProcessor:
        """Add an array or a number, promoted with the dtype ``lowest`` if one is given."""
        self._inputs.append(unwrapped(value))
        self._lowest.append(None if lowest is None else jnp.dtype(lowest).name)
        return self

    def promote_to_common_dtype(self) -> TensorProcessor:
        """Cast all inputs to the dtype to which the system promotes them."""
        self._common = True
        return self

    def promote_integers_to_floats(self) -> TensorProcessor:
        """Cast all inputs to the common dtype, or to a float if that is an integer or bool."""
        self._common = self._floats = True
        return self

    def require_equal_dtypes(self) -> TensorProcessor:
        """Refuse inputs of different dtypes instead of promoting them."""
        self._equal = True
        return self

    def check_castable_to(self, dtype: Any) -> TensorProcessor:
        """Cast the result to a dtype, if the system allows ``out +=`` with that dtype."""
        self._out = jnp.dtype(dtype).name
        return self

    def plan(self) -> Plan:
        """Decide the casts from dtypes alone, without executing anything.

        Raises:
            PromotionError: the inputs have no common dtype, their dtypes differ although they must
                be equal, or the result cannot be cast to the dtype of the output.
            ValueError: there are no inputs.
        """
        if not self._inputs:
            raise ValueError("there is nothing to plan; add inputs with add_input(x)")
        with applied(self._engine.settings):
            sources = tuple(described(each) for each in self._inputs)
            try:
                casts = self._planned(sources)
            except _NoResultError as error:
                call = Refused("TensorProcessor", sources, self._engine.promotion, self._is_planned)
                reason = error.undefined.of("TensorProcessor").reason
                raise undefined(call, reason, in_jax=False) from None
        return Plan(self._engine.system, casts, (self._out,) if self._out else ())

    def _planned(self, sources: tuple[Operand, ...]) -> tuple[Cast, ...]:
        raised = [self._raised(*each) for each in zip(sources, self._lowest, strict=True)]
        if self._equal:
            self._check_equal(raised)
        casts = self._casts(sources, raised)
        self._check_castable(casts)
        return casts

    def _is_planned(self, sources: tuple[Operand, ...]) -> bool:
        try:
            self._planned(sources)
        except (_NoResultError, PromotionError):
            return False
        return True

    def apply(self, function: Callable[..., Any]) -> Any:
        """Cast the inputs and call the function on them, in one compiled computation.

        Raises:
            PromotionError: as for :meth:`plan`.
        """
        plan = self.plan()
        with applied(self._engine.settings):
            casts = Casts.of(plan)

            def run(*arrays: Any) -> Any:
                cast = map(jax.lax.convert_element_type, arrays, casts.operands)
                return finished(function(*cast), casts.results, weak=False)

            return self._engine.placed(jax.jit(run, inline=INLINE))(*self._inputs)

    def _raised(self, source: Operand, lowest: str | None) -> Operand:
        if lowest is None:
            return source
        found = self._engine.promotion.result_type(source, lowest)
        return Operand(_defined(found).dtype)

    def _check_equal(self, operands: list[Operand]) -> None:
        first, *others = (each.dtype for each in operands)
        for other in others:
            if other != first:
                raise different("TensorProcessor", first, other)

    def _casts(self, sources: tuple[Operand, ...], raised: list[Operand]) -> tuple[Cast, ...]:
        system = self._engine.promotion
        if not self._common:
            return tuple(
                Cast(shown(source), self._strong(each), "the lowest dtype of this input")
                for source, each in zip(sources, raised, strict=True)
            )
        common = _defined(system.result_type(*raised))
        found = _defined(inexact(system, common)) if self._floats else common
        why = "integers become floats" if found != common else "the common dtype of all inputs"
        return tuple(
            Cast(shown(each), found.dtype, f"{why} under {system.name}") for each in sources
        )

    def _strong(self, operand: Operand) -> str:
        return _defined(self._engine.promotion.result_type(operand)).dtype

    def _check_castable(self, casts: tuple[Cast, ...]) -> None:
        if self._out is None:
            return
        system, operands = self._engine.promotion, [Operand(cast.target) for cast in casts]
        first, *others = operands
        found = system.operation("in_place", first, others[0] if others else first, out=self._out)
        _defined(found)


class _NoResultError(Exception):
    """The promotion system has no result for the inputs, or for their planned dtypes."""

    def __init__(self, undefined: Undefined) -> None:
        super().__init__(undefined.reason)
        self.undefined = undefined


def _defined(result: Result) -> Promoted:
    if isinstance(result, Undefined):
        raise _NoResultError(result)
    return result
