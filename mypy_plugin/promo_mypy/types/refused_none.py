"""Operands that may be None where JAX refuses it: ``jax.random.split(key)``, ``key: Array | None``.

Such a call raises an error, or its operand is an array. So the array alone says what the result is;
that None may be passed is for mypy to report. Where a parameter may be left out, as ``min`` of
``jnp.clip``, None has a meaning of its own, and so it has where a tree may be passed, as to
``lax.psum``. Of all other operands JAX refuses it.
"""

from __future__ import annotations

from mypy.nodes import ArgKind, CallExpr
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import (
    CallableType,
    Instance,
    NoneType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.types.expressions import known_type


def without_refused_none(typ: Type, place: int, ctx: FunctionContext | MethodContext) -> Type:
    """Return the type of an argument, without None if the parameter must be given.

    Args:
        typ: what the argument is.
        place: that of the parameter in the function.
        ctx: the call.
    """
    proper = get_proper_type(typ)
    if not isinstance(proper, UnionType):
        return typ
    members = flatten_nested_unions(proper.items)
    others = [each for each in members if not _is_none(each)]
    if not others or len(others) == len(members) or not _is_refused(place, ctx):
        return typ
    return UnionType.make_union(others)


def _is_none(typ: Type) -> bool:
    return isinstance(get_proper_type(typ), NoneType)


def _is_refused(place: int, ctx: FunctionContext | MethodContext) -> bool:
    """Whether a function requires an array, and does not declare that it may be None."""
    parameters = _parameters(ctx)
    if place >= len(parameters):
        return False
    kind, typ = parameters[place]
    declared = get_proper_type(typ)
    members = declared.items if isinstance(declared, UnionType) else []
    return kind.is_required() and bool(members) and not any(map(_is_none, members))


def _parameters(ctx: FunctionContext | MethodContext) -> list[tuple[ArgKind, Type]]:
    """The parameters that the stub declares of the function that is called; none if it has many."""
    if not isinstance(ctx.context, CallExpr):
        return []
    callee = known_type(ctx.context.callee, ctx.api)
    called, own = callee and get_proper_type(callee), 0
    if isinstance(called, Instance) and (call := called.type.get("__call__")) is not None:
        called, own = call.type and get_proper_type(call.type), 1
    if not isinstance(called, CallableType):
        return []
    return [*zip(called.arg_kinds, called.arg_types, strict=True)][own:]
