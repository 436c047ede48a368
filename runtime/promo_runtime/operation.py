"""One function of an engine, and its cache of what the rules said about operand dtypes."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from jax.dtypes import TypePromotionError

from promo_runtime.convert import is_opaque, node_of, python_int, type_key
from promo_runtime.devices import Device, run_on
from promo_runtime.errors import PromotionError, mismatch, no_dtype, no_path, rejected
from promo_runtime.functions import arity
from promo_runtime.systems import System
from promo_typing.rules import FUNCTIONS, Mismatch, NoPath, Outcome, Rejected


class Operation:
    """One function of an engine, such as ``engine.add``: call it with the operands.

    The rule is applied once for each combination of operand dtypes and settings. What it led to
    is kept, and called directly from then on.
    """

    def __init__(self, function: str, system: System, device: Device | None) -> None:
        self.function = function
        self._system = system
        self._settings = system.settings
        self._device = device
        self._bound: dict[Hashable, Callable[..., Any]] = {}

    def __call__(self, *operands: Any) -> Any:
        """Execute the function and return what ``jax.numpy`` returns: an array or a tuple.

        Raises:
            PromotionError: two operands have no common dtype under the promotion system.
            OperandError: the function does not accept this dtype, or an operand is no array.
            TypeError: the number of operands is wrong.
        """
        key = (self._settings(), *map(type_key, operands))
        call = self._bound.get(key)
        if call is None:
            call = self._bound[key] = self._bind(operands)
        try:
            return call(*operands)
        except TypePromotionError as error:  # Of operands for which the rule leaves it to JAX.
            raise PromotionError(f"{self.function}: {error}") from error

    def resolve(self, *operands: Any) -> Outcome:
        """Return what the promotion system says about these operands, and execute nothing.

        Raises:
            OperandError: an operand has no dtype that takes part in promotion.
            TypeError: the number of operands is wrong.
        """
        return self._system.resolve(self.function, self._nodes(operands))

    def __repr__(self) -> str:
        return f"<{self.function} under the promotion system {self._system.name!r}>"

    def _bind(self, operands: tuple[Any, ...]) -> Callable[..., Any]:
        """Apply the rule, and return what executes operands of these dtypes from now on."""
        if not any(map(is_opaque, operands)):  # No rule speaks of a random key or float0.
            self._check(operands)
        call = self._system.implement(self.function)
        return call if self._device is None else run_on(self._device, call)

    def _check(self, operands: tuple[Any, ...]) -> None:
        match self.resolve(*operands):
            case NoPath() as outcome:
                raise no_path(self.function, outcome, self._system.semantics())
            case Mismatch() as outcome:
                raise mismatch(self.function, outcome)
            case Rejected() as outcome:
                raise rejected(self.function, self._nodes(operands), outcome)

    def _nodes(self, operands: tuple[Any, ...]) -> list[str]:
        expected = arity(self.function)
        if len(operands) != expected:
            raise TypeError(f"{self.function} takes {expected} operands, got {len(operands)}")
        semantics, nodes = self._system.semantics(), []
        for position, operand in enumerate(operands):
            node = node_of(operand, semantics)
            if node is None:
                raise no_dtype(self.function, position, operand)
            nodes.append(node)
        return nodes


class ValueOperation(Operation):
    """A function whose last operand counts by its value if that is a known integer: a power."""

    def __call__(self, *operands: Any) -> Any:
        """Execute the function; see :class:`Operation`."""
        return super().__call__(*operands[:-1], *map(python_int, operands[-1:]))

    def resolve(self, *operands: Any) -> Outcome:
        """Return what the promotion system says; see :class:`Operation`."""
        return super().resolve(*operands[:-1], *map(python_int, operands[-1:]))


def operation(function: str, system: System, device: Device | None) -> Operation:
    """Return the operation for a fully-qualified function name."""
    by_value = FUNCTIONS[function].with_python_int is not None
    return (ValueOperation if by_value else Operation)(function, system, device)
