"""A walk through a jaxpr and all that are nested in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final, NamedTuple

from jax.extend import core

from promo_runtime.auditing.conversion import Conversion
from promo_runtime.auditing.frames import NOWHERE, CallSite, Stack, call_site, stack_of
from promo_runtime.auditing.origin import origin
from promo_typing.dtypes import NODES


class _Context(NamedTuple):
    """Where a nested jaxpr stands, and how often it runs."""

    stack: Stack = NOWHERE
    trips: int = 1
    is_bounded: bool = True


def conversions(closed: Any) -> Iterator[Conversion]:
    """Yield the conversions in a closed jaxpr, in the order of its equations."""
    yield from _walk(closed.jaxpr, _Context())


def _walk(jaxpr: Any, context: _Context) -> Iterator[Conversion]:
    constants = set(jaxpr.constvars)
    for equation in jaxpr.eqns:
        for operand, target in _converted(equation):
            yield _conversion(equation, operand, target, context, constants)
        nested = list(_nested(equation))
        if nested:
            inside = _inside(equation, context)
            for each in nested:
                yield from _walk(each, inside)


def _converted(equation: Any) -> Iterator[tuple[Any, str]]:
    """The operands that an equation converts, each with the dtype that is made of it."""
    name = equation.primitive.name
    if name == "convert_element_type":
        yield equation.invars[0], str(equation.params["new_dtype"])
    elif name == "dot_general":
        # Operands of two dtypes are multiplied as they are, in the dtype of the result.
        left, right = (operand.aval.dtype for operand in equation.invars[:2])
        result = equation.outvars[0].aval.dtype
        if left != right:
            for operand in equation.invars[:2]:
                yield operand, str(result)


def _conversion(
    equation: Any, operand: Any, target: str, context: _Context, constants: set[Any]
) -> Conversion:
    stack = stack_of(equation).below(context.stack)
    aval = operand.aval
    source = str(aval.dtype)
    constant = isinstance(operand, core.Literal) or operand in constants
    site = call_site(stack.place)
    return Conversion(
        place=stack.place,
        operation=_operation(stack, site, equation),
        source=source,
        target=target,
        weak=bool(aval.weak_type),
        constant=constant,
        elements=int(aval.size),
        trips=context.trips,
        is_bounded=context.is_bounded,
        origin=origin(stack.inner, site, source, target),
    )


def _operation(stack: Stack, site: CallSite | None, equation: Any) -> str:
    """The function of JAX that the user's line calls."""
    for frame in reversed(stack.inner):
        name = frame.function.split(".")[0]
        if PurePath(frame.file).stem not in _MACHINERY and not name.startswith("_forward_"):
            return name.removeprefix("_operator_").lstrip("_")
    return site.function.split(".")[-1] if site else str(equation.primitive.name)


_MACHINERY: Final = frozenset(
    {"traceback_util", "pjit", "ufunc_api", "core", "partial_eval", "source_info_util"}
)
"""Modules of JAX through which every call goes."""


def _inside(equation: Any, context: _Context) -> _Context:
    name = equation.primitive.name
    trips = context.trips * (int(equation.params["length"]) if name == "scan" else 1)
    bounded = context.is_bounded and name != "while"
    return _Context(stack_of(equation).below(context.stack), trips, bounded)


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
