"""Nested jaxprs, each with its constants and the equation that runs it."""

from __future__ import annotations

import functools
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from jax.extend import core

from promo_runtime.auditing.frames import NOWHERE, Stack, stack_of
from promo_runtime.auditing.rules import is_transposed


def _once(params: Mapping[str, Any]) -> int:
    return 1


def _steps_of_grid(params: Mapping[str, Any]) -> int:
    sizes = params["grid_mapping"].grid
    return math.prod(size for size in sizes if isinstance(size, int))  # Other sizes are dynamic.


_TRIPS: Final[dict[str, Callable[[Mapping[str, Any]], int]]] = {
    "scan": lambda params: int(params["length"]),
    "pallas_call": _steps_of_grid,
}
"""For primitives that run their jaxpr several times, how many times; one time for all others."""

_WHILE: Final = "while"


class Scope:
    """A jaxpr, its constants, the equation that runs it, and how many times."""

    def __init__(
        self,
        jaxpr: Any,
        constants: Any = (),
        equation: Any = None,
        outer: Scope | None = None,
    ) -> None:
        """Take the outermost jaxpr, or a jaxpr that ``equation`` of ``outer`` runs."""
        self.jaxpr = jaxpr
        self.equation = equation
        self.outer = outer
        self.trips: int = 1
        self.is_bounded: bool = True
        self._constants = constants
        if equation is not None and outer is not None:
            name = equation.primitive.name
            self.trips = outer.trips * _TRIPS.get(name, _once)(equation.params)
            self.is_bounded = outer.is_bounded and name != _WHILE

    def nested(self, equation: Any) -> Iterator[Scope]:
        """Yield the jaxprs in an equation."""
        for value in equation.params.values():
            for each in value if isinstance(value, (tuple, list)) else (value,):
                jaxpr = getattr(each, "jaxpr", each)
                if hasattr(jaxpr, "eqns"):
                    yield Scope(jaxpr, getattr(each, "consts", ()), equation, self)

    def stack_at(self, equation: Any) -> Stack:
        """Return the frames of an equation, up to the user's line."""
        return stack_of(equation).below(self.stack)

    # Most jaxprs convert nothing, so these properties are computed only for conversions.

    @functools.cached_property
    def stack(self) -> Stack:
        """The frames of the equation that runs the jaxpr."""
        return NOWHERE if self.outer is None else self.outer.stack_at(self.equation)

    @functools.cached_property
    def is_transposed(self) -> bool:
        """Whether the jaxpr belongs to a backward pass."""
        if self.outer is None:
            return False
        return self.outer.is_transposed or is_transposed(self.equation)

    @functools.cached_property
    def constants(self) -> Mapping[Any, Any]:
        """The constants of the jaxpr by variable; None for constants that JAX does not keep."""
        values = [*self._constants, *(None for _ in self.jaxpr.constvars)]
        return dict(zip(self.jaxpr.constvars, values, strict=False))

    @functools.cached_property
    def producers(self) -> Mapping[Any, Any]:
        """The equation that computes each variable."""
        return {var: each for each in self.jaxpr.eqns for var in each.outvars}

    @functools.cached_property
    def readers(self) -> Mapping[Any, Sequence[Any]]:
        """The equations that read each variable."""
        found: dict[Any, list[Any]] = defaultdict(list)
        for equation in self.jaxpr.eqns:
            for each in equation.invars:
                if not isinstance(each, core.Literal):
                    found[each].append(equation)
        return found

    @functools.cached_property
    def given(self) -> Mapping[Any, Any]:
        """The values in the outer jaxpr of the parameters of this one, as far as known.

        The carry of a loop has other values after the first step, but of the same dtypes.
        """
        inner = self.jaxpr.invars
        handed = () if self.equation is None else _handed(self.equation, self.jaxpr)
        return dict(zip(inner, handed, strict=True)) if len(handed) == len(inner) else {}


def _handed(equation: Any, jaxpr: Any) -> tuple[Any, ...]:
    params, handed = equation.params, tuple(equation.invars)
    if equation.primitive.name == _WHILE:
        first, last = params["cond_nconsts"], params["cond_nconsts"] + params["body_nconsts"]
        is_body = params["body_jaxpr"].jaxpr is jaxpr
        return (*(handed[first:last] if is_body else handed[:first]), *handed[last:])
    # The first operand of a conditional is the number of the branch.
    return handed[1:] if equation.primitive.name == "cond" else handed
