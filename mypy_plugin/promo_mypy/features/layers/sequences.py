"""Calls of ``Sequential``, which passes the result of each layer to the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ARG_NAMED,
    ARG_POS,
    CallExpr,
    ListExpr,
    StarExpr,
    TupleExpr,
)
from mypy.plugin import MethodContext
from mypy.subtypes import is_same_type
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.features.layers.calls import input_dtype, is_interfered_with, returned
from promo_mypy.features.layers.catalogue import IN_SEQUENCE, LAYERS, SEQUENCES
from promo_mypy.features.layers.origins import Given, Origin, Origins
from promo_mypy.inference.arguments import by_position
from promo_mypy.session import Session
from promo_mypy.types.pytrees import has_dtype


class _Step(NamedTuple):
    """A layer or function of a sequence; it may be called any number of times if it is an item."""

    layer: Given
    is_item: bool


def call(session: Session, ctx: MethodContext) -> Type:
    """Answer a call of a ``Sequential`` whose layers are written in a list."""
    default, checker, owner = ctx.default_return_type, ctx.api, get_proper_type(ctx.type)
    if not isinstance(checker, TypeChecker) or not isinstance(ctx.context, CallExpr):
        return default
    origins, value = Origins(session, checker), _input(ctx)
    if value is None or not isinstance(owner, Instance):
        return default
    if is_interfered_with(session, owner.type, checker):
        return default
    found = origins.of(ctx.context.callee)
    return _through(session, origins, found, value, checker, ctx.context) or default


def _through(
    session: Session,
    origins: Origins,
    sequence: Sequence[Origin],
    value: Type,
    checker: TypeChecker,
    call: CallExpr,
) -> Type | None:
    """The result of the layers of a sequence for a value; None if it is unknown."""
    steps = [*_steps(origins, sequence)]
    if None in steps or not steps:
        return None
    for layer, is_item in filter(None, steps):
        found = _next(session, origins, layer, value, checker, call)
        if found is None or not has_dtype(get_proper_type(found)):
            return None
        if is_item and not is_same_type(found, value):
            return None
        value = found
    return value


def _input(ctx: MethodContext) -> Type | None:
    """The type of the positional argument; None unless there is exactly one."""
    arguments = [
        (kind, typ)
        for kinds, types in zip(ctx.arg_kinds, ctx.arg_types, strict=True)
        for kind, typ in zip(kinds, types, strict=True)
    ]
    positional = [typ for kind, typ in arguments if kind == ARG_POS]
    is_plain = all(kind in (ARG_POS, ARG_NAMED) for kind, _ in arguments)
    return positional[0] if is_plain and len(positional) == 1 else None


def _steps(origins: Origins, sequence: Sequence[Origin]) -> Iterator[_Step | None]:
    """The layers and functions of a sequence; None for an unknown one."""
    match sequence:
        case [origin] if origin.info.fullname in SEQUENCES and IN_SEQUENCE in origin.given:
            written = origin.given[IN_SEQUENCE]
            if isinstance(written.expression, ListExpr | TupleExpr):
                for each in written.expression.items:
                    yield from _of_argument(origins, written._replace(expression=each))


def _of_argument(origins: Origins, given: Given) -> Iterator[_Step | None]:
    """The step for an argument, or the steps for the items of a list that it unpacks."""
    if not isinstance(given.expression, StarExpr):
        yield _Step(given, is_item=False)
        return
    for each in origins.unpacked_items(given._replace(expression=given.expression.expr)):
        yield None if each is None else _Step(each, is_item=True)


def _next(
    session: Session,
    origins: Origins,
    layer: Given,
    value: Type,
    checker: TypeChecker,
    call: CallExpr,
) -> Type | None:
    """The result of a layer or function for a value."""
    found = origins.of(layer.expression, layer.where)
    if found and found[0].info.fullname in SEQUENCES:
        return _through(session, origins, found, value, checker, call)
    if found:
        rule = LAYERS.get(found[0].info.fullname)
        inputs = [input_dtype(session, rule, value)] if rule is not None else []
        return returned(session, origins, found, inputs, checker)
    typ = origins.type_of(layer)
    if typ is None:
        return None
    function = session.inference.function_types.of_transformed(layer.expression, typ, checker)
    return session.inference.returned(function, by_position([value]), checker, call)
