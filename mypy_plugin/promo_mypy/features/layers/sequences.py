"""Calls of ``Sequential``, which passes the result of each layer to the next one."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, ListExpr, TupleExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, Type, get_proper_type

from promo_mypy.features.layers.calls import input_dtype, is_interfered_with, returned
from promo_mypy.features.layers.catalogue import IN_SEQUENCE, LAYERS, SEQUENCES
from promo_mypy.features.layers.origins import Given, Origins
from promo_mypy.inference.arguments import by_position
from promo_mypy.session import Session
from promo_mypy.types.pytrees import has_dtype


def call(session: Session, ctx: MethodContext) -> Type:
    """Answer a call of a ``Sequential`` whose layers are written in a list."""
    default, checker, owner = ctx.default_return_type, ctx.api, get_proper_type(ctx.type)
    if not isinstance(checker, TypeChecker) or not isinstance(ctx.context, CallExpr):
        return default
    origins, value = Origins(session, checker), _input(ctx)
    layers = [*_layers(origins, ctx.context.callee)]
    if value is None or not layers or not isinstance(owner, Instance):
        return default
    if is_interfered_with(session, owner.type, checker):
        return default
    for each in layers:
        value = _next(session, origins, each, value, checker, ctx.context)
        if value is None or not has_dtype(get_proper_type(value)):
            return default
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


def _layers(origins: Origins, sequence: Expression) -> Iterator[Given]:
    match origins.of(sequence):
        case [origin] if origin.info.fullname in SEQUENCES and IN_SEQUENCE in origin.given:
            written = origin.given[IN_SEQUENCE]
            if isinstance(written.expression, ListExpr | TupleExpr):
                yield from (Given(each, written.where) for each in written.expression.items)


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
    if found:
        rule = LAYERS.get(found[0].info.fullname)
        inputs = [input_dtype(session, rule, value)] if rule is not None else []
        return returned(session, origins, found, inputs, checker)
    typ = origins.type_of(layer)
    if typ is None:
        return None
    function = session.inference.function_types.of_argument(layer.expression, typ, checker)
    return session.inference.returned(function, by_position([value]), checker, call)
