"""One function of an engine: what all systems have in common, and the functions under JAX's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.numpy as jnp
from jax.dtypes import TypePromotionError

from promo_runtime.array import EngineArray, rewrapped
from promo_runtime.convert import is_opaque, node_of, python_int, type_key
from promo_runtime.errors import PromotionError, mismatch, no_dtype, no_path, rejected
from promo_runtime.functions import arity, implementation
from promo_runtime.settings import Settings, current, semantics
from promo_typing.rules import FUNCTIONS, Mismatch, NoPath, Outcome, Rejected, resolve

if TYPE_CHECKING:
    from promo_runtime.engine import Engine

Call = Callable[..., Any]

INLINE: Final = getattr(getattr(jax, "Inline", None), "JAX_EARLY", True)
"""Inlining while tracing; an older JAX has no such class, and means it by ``inline=True``."""


class Operation(ABC):
    """One function of an engine, such as ``engine.add``: call it with the operands.

    What a combination of operand dtypes and settings leads to is decided once, kept, and called
    directly from then on.
    """

    def __init__(self, function: str, engine: Engine) -> None:
        self.function = function
        self.engine = engine
        self._system = engine.promotion
        self._settings = engine.settings if engine.settings != Settings() else None
        self._place = engine.place
        self._bound: dict[Hashable, Call] = {}

    def __call__(self, *operands: Any, **options: Any) -> Any:
        """Execute the function and return what ``jax.numpy`` returns: an array or a tuple.

        Raises:
            PromotionError: the operands have no common dtype under the promotion system.
            OperandError: the function does not accept this dtype, or an operand is no array.
            EngineError: an operand is an array of another engine.
        """
        if self._settings is None or self._settings.hold():
            return self._call(operands, options)
        with self._settings.applied():
            return self._call(operands, options)

    def __repr__(self) -> str:
        return f"<{self.function} under the promotion system {self._system.name!r}>"

    def _call(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        if options:
            return self._general(operands, options)
        key = (current(), *map(type_key, operands))
        call = self._bound.get(key)
        if call is None:
            call = self._bound[key] = self._bind_any(operands)
        try:
            return call(*operands)
        except TypePromotionError as error:  # Of operands for which the rule leaves it to JAX.
            raise PromotionError(f"{self.function}: {error}") from error

    def _bind_any(self, operands: tuple[Any, ...]) -> Call:
        if any(isinstance(each, EngineArray) for each in operands):
            return rewrapped(self)
        return self._placed(self._bind(operands))

    def _placed(self, call: Call) -> Call:
        return call if self._place is None else self._place(call)

    @abstractmethod
    def _bind(self, operands: tuple[Any, ...]) -> Call:
        """Return what executes positional operands of these dtypes from now on."""

    @abstractmethod
    def _general(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        """Execute a call with keyword arguments."""


class JaxOperation(Operation):
    """A function under JAX's own promotion, which JAX itself performs."""

    def _call(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        return self._general(operands, options)

    def _bind(self, operands: tuple[Any, ...]) -> Call:
        return implementation(self.function)

    def _general(self, operands: tuple[Any, ...], options: dict[str, Any]) -> Any:
        leaves = jax.tree.leaves((operands, options), is_leaf=EngineArray.is_one)
        if any(type(each) is EngineArray for each in leaves):
            return rewrapped(self)(*operands, **options)
        try:
            return self._placed(implementation(self.function))(*operands, **options)
        except TypePromotionError as error:
            raise PromotionError(f"{self.function}: {error}") from error


class RuleOperation(JaxOperation):
    """A ufunc under JAX's own promotion: its rule tells beforehand what JAX would refuse."""

    _call = Operation._call

    def resolve(self, *operands: Any) -> Outcome:
        """Return what the rule says about these operands, and execute nothing.

        Raises:
            OperandError: an operand has no dtype that takes part in promotion.
            TypeError: the number of operands is wrong.
        """
        return resolve(FUNCTIONS[self.function], self._nodes(operands), semantics())

    def _bind(self, operands: tuple[Any, ...]) -> Call:
        """Apply the rule once. The casts are left to JAX, so the jaxpr is that of ``jax.numpy``."""
        if not any(map(is_opaque, operands)):  # No rule speaks of a random key or float0.
            self._check(operands)
        return _inlined(self.function)

    def _check(self, operands: tuple[Any, ...]) -> None:
        match self.resolve(*operands):
            case NoPath() as outcome:
                raise no_path(self.function, outcome, semantics())
            case Mismatch() as outcome:
                raise mismatch(self.function, outcome)
            case Rejected() as outcome:
                raise rejected(self.function, self._nodes(operands), outcome)

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
    """A function whose last operand counts by its value if that is a known integer: a power."""

    def __call__(self, *operands: Any, **options: Any) -> Any:
        """Execute the function; see :class:`Operation`."""
        return super().__call__(*operands[:-1], *map(python_int, operands[-1:]), **options)

    def resolve(self, *operands: Any) -> Outcome:
        """Return what the rule says; see :class:`RuleOperation`."""
        return super().resolve(*operands[:-1], *map(python_int, operands[-1:]))


@cache
def _inlined(function: str) -> Call:
    """``jnp.add`` for ``"jax.numpy.add"``.

    A ``jnp.ufunc`` is a Python object around a compiled function, and a third of the time of a
    small operation is spent in it. The inlined ``jit`` leaves the jaxpr as it is and spares that.
    """
    found = implementation(function)
    return jax.jit(found, inline=INLINE) if isinstance(found, jnp.ufunc) else found
