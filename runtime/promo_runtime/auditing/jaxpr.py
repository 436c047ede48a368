"""Walks through a jaxpr with all nested ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from jax.extend import core

from promo_runtime.auditing.codes import code_of
from promo_runtime.auditing.conversion import Conversion, Flag, Origin
from promo_runtime.auditing.frames import CallSite, Stack, call_site
from promo_runtime.auditing.origin import asked_by, entry_of
from promo_runtime.auditing.promotion import Promotion
from promo_runtime.auditing.scope import Scope
from promo_typing.core.dtypes import NODES


def conversions(closed: Any) -> Iterator[Conversion]:
    """Yield the conversions in a closed jaxpr, in the order of its equations."""
    yield from _walk(Scope(closed.jaxpr, closed.consts))


def _walk(scope: Scope) -> Iterator[Conversion]:
    for equation in scope.jaxpr.eqns:
        name = equation.primitive.name
        if name in _CONVERTED:
            for operand, target in _CONVERTED[name](equation):
                yield _conversion(equation, operand, target, scope)
        for nested in scope.nested(equation):
            yield from _walk(nested)


def _conversion(equation: Any, operand: Any, target: str, scope: Scope) -> Conversion:
    stack = scope.stack_at(equation)
    site = call_site(stack.place)
    found = Conversion(
        place=stack.place,
        operation=_operation(stack, site, equation),
        source=str(operand.aval.dtype),
        target=target,
        weak=bool(operand.aval.weak_type),
        constant=isinstance(operand, core.Literal) or operand in scope.constants,
        elements=int(operand.aval.size),
        trips=scope.trips,
        is_bounded=scope.is_bounded,
        origin=asked_by(equation, operand, target, scope),
    )
    if found.origin is not Origin.IMPLICIT or found.flags == {Flag.HARMLESS} or not is_known(found):
        return found
    return replace(found, code=code_of(found, Promotion(equation, operand, scope)))


def _cast(equation: Any) -> Iterator[tuple[Any, str]]:
    yield equation.invars[0], str(equation.params["new_dtype"])


def _multiplied(equation: Any) -> Iterator[tuple[Any, str]]:
    # dot_general takes operands of two dtypes, and converts them to the dtype of the result.
    operands = equation.invars[:2]
    left, right = (operand.aval.dtype for operand in operands)
    if left != right:
        for operand in operands:
            yield operand, str(equation.outvars[0].aval.dtype)


_CONVERTED: Final[dict[str, Callable[[Any], Iterator[tuple[Any, str]]]]] = {
    "convert_element_type": _cast,
    "dot_general": _multiplied,
}
"""For each primitive that converts, a function that yields its operands with their new dtypes."""


def _operation(stack: Stack, site: CallSite | None, equation: Any) -> str:
    """The name of the JAX function that the user's line calls."""
    entry = entry_of(stack.inner)
    name = "" if entry is None else entry.function.split(".<locals>")[0].split(".")[-1]
    if name and name != "__call__":
        return name.removeprefix("_operator_").lstrip("_")
    return site.function.split(".")[-1] if site else str(equation.primitive.name)


def is_known(conversion: Conversion) -> bool:
    """Whether both dtypes are nodes, and differ."""
    source, target = conversion.source, conversion.target
    return source in NODES and target in NODES and source != target
