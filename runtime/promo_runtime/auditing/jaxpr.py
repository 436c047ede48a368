"""A walk through a jaxpr and all that are nested in it."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from jax.extend import core

from promo_runtime.auditing.conversion import Conversion, Origin
from promo_runtime.auditing.frames import NOWHERE, CallSite, Stack, call_site, stack_of
from promo_runtime.auditing.origin import entry_of, origin
from promo_runtime.auditing.rules import is_by_rule, is_transposed
from promo_typing.core.dtypes import NODES


def _once(params: Mapping[str, Any]) -> int:
    return 1


def _steps_of_grid(params: Mapping[str, Any]) -> int:
    sizes = params["grid_mapping"].grid
    return math.prod(size for size in sizes if isinstance(size, int))  # others are dynamic


_TRIPS: Final[dict[str, Callable[[Mapping[str, Any]], int]]] = {
    "scan": lambda params: int(params["length"]),
    "pallas_call": _steps_of_grid,
}
"""How often the jaxpr in an equation runs, where that is known."""


class _Scope:
    """A jaxpr, the equation that runs it, and how often it does so."""

    def __init__(self, jaxpr: Any, equation: Any = None, outer: _Scope | None = None) -> None:
        self.jaxpr = jaxpr
        self.equation = equation
        self.outer = outer
        self.trips: int = 1
        self.is_bounded: bool = True
        if equation is not None and outer is not None:
            name = equation.primitive.name
            self.trips = outer.trips * _TRIPS.get(name, _once)(equation.params)
            self.is_bounded = outer.is_bounded and name != "while"

    # Most jaxprs convert nothing: what only conversions need is computed when they ask for it.

    @functools.cached_property
    def stack(self) -> Stack:
        if self.outer is None:
            return NOWHERE
        return stack_of(self.equation).below(self.outer.stack)

    @functools.cached_property
    def is_transposed(self) -> bool:
        if self.outer is None:
            return False
        return self.outer.is_transposed or is_transposed(self.equation)

    @functools.cached_property
    def constants(self) -> frozenset[Any]:
        return frozenset(self.jaxpr.constvars)

    @functools.cached_property
    def producers(self) -> dict[Any, Any]:
        return {var: each for each in self.jaxpr.eqns for var in each.outvars}


def conversions(jaxpr: Any) -> Iterator[Conversion]:
    """Yield the conversions in a jaxpr, in the order of its equations."""
    yield from _walk(_Scope(jaxpr))


def _walk(scope: _Scope) -> Iterator[Conversion]:
    for equation in scope.jaxpr.eqns:
        name = equation.primitive.name
        if name in _CONVERTED:
            for operand, target in _CONVERTED[name](equation):
                yield _conversion(equation, operand, target, scope)
        for jaxpr in _nested(equation):
            yield from _walk(_Scope(jaxpr, equation, scope))


def _conversion(equation: Any, operand: Any, target: str, scope: _Scope) -> Conversion:
    own = stack_of(equation)
    stack = own.below(scope.stack)
    site = call_site(stack.place)
    source = str(operand.aval.dtype)
    return Conversion(
        place=stack.place,
        operation=_operation(stack, site, equation),
        source=source,
        target=target,
        weak=bool(operand.aval.weak_type),
        constant=isinstance(operand, core.Literal) or operand in scope.constants,
        elements=int(operand.aval.size),
        trips=scope.trips,
        is_bounded=scope.is_bounded,
        origin=(
            Origin.INTERNAL
            if _is_of_jax(equation, operand, own, scope)
            else origin(stack.inner, site, source, target)
        ),
    )


def _is_of_jax(equation: Any, operand: Any, own: Stack, scope: _Scope) -> bool:
    """Whether a rule of JAX made the conversion."""
    if scope.is_transposed or is_transposed(equation):
        return True
    if equation.primitive.name != "convert_element_type" or isinstance(operand, core.Literal):
        return False
    return is_by_rule(equation, operand, own.inner, scope.producers)


def _cast(equation: Any) -> Iterator[tuple[Any, str]]:
    yield equation.invars[0], str(equation.params["new_dtype"])


def _multiplied(equation: Any) -> Iterator[tuple[Any, str]]:
    # Operands of two dtypes are multiplied as they are, in the dtype of the result.
    operands = equation.invars[:2]
    left, right = (operand.aval.dtype for operand in operands)
    if left != right:
        for operand in operands:
            yield operand, str(equation.outvars[0].aval.dtype)


_CONVERTED: Final[dict[str, Callable[[Any], Iterator[tuple[Any, str]]]]] = {
    "convert_element_type": _cast,
    "dot_general": _multiplied,
}
"""The operands that an equation converts, each with the dtype that is made of it."""


def _operation(stack: Stack, site: CallSite | None, equation: Any) -> str:
    """The function of JAX that the user's line calls."""
    entry = entry_of(stack.inner)
    name = "" if entry is None else entry.function.split(".<locals>")[0].split(".")[-1]
    if name and name != "__call__":
        return name.removeprefix("_operator_").lstrip("_")
    return site.function.split(".")[-1] if site else str(equation.primitive.name)


def _nested(equation: Any) -> Iterator[Any]:
    for value in equation.params.values():
        for each in value if isinstance(value, (tuple, list)) else (value,):
            jaxpr = getattr(each, "jaxpr", each)
            if hasattr(jaxpr, "eqns"):
                yield jaxpr


def is_known(conversion: Conversion) -> bool:
    """Whether both are dtypes of the table, and not the same."""
    source, target = conversion.source, conversion.target
    return source in NODES and target in NODES and source != target
