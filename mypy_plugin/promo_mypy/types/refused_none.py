"""Operands that may be None where JAX refuses it: ``jax.random.split(key)``, ``key: Array | None``.

Such a call raises an error if the operand is None. So the result follows from the array alone, and
mypy reports that None may be passed. None has a meaning of its own for a parameter that may be left
out, such as ``min`` of ``jnp.clip``, and in a tree, as for ``lax.psum``. JAX refuses None for all
other operands.
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
    """Return the type of an argument, without None if JAX refuses None for the parameter.

    Args:
        typ: the type of the argument.
        place: the position of the parameter.
        ctx: the context of the call.
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
    """The parameters of the called function in the stub; none if it has several overloads."""
    if not isinstance(ctx.context, CallExpr):
        return []
    callee = known_type(ctx.context.callee, ctx.api)
    called, own = callee and get_proper_type(callee), 0
    if isinstance(called, Instance) and (call := called.type.get("__call__")) is not None:
        called, own = call.type and get_proper_type(call.type), 1
    if not isinstance(called, CallableType):
        return []
    return [*zip(called.arg_kinds, called.arg_types, strict=True)][own:]
