"""Fields that are declared without a dtype: what they get decides it."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import MemberExpr, TypeInfo, Var
from mypy.plugin import AttributeContext
from mypy.types import Instance, TupleType, Type, get_proper_type

from promo_mypy.inference.parameters import is_silent
from promo_mypy.inference.results import filled
from promo_mypy.session import Session


def attribute(session: Session, ctx: AttributeContext, declared: Type) -> Type:
    """Answer a field; ``declared`` is what mypy says of it."""
    if ctx.is_lvalue or not isinstance(ctx.api, TypeChecker) or not is_silent(declared):
        return declared
    if not isinstance(ctx.context, MemberExpr):
        return declared
    name, info = ctx.context.name, _class(ctx.type)
    if info is None or not _is_field(info, name):
        return declared
    found = session.inference.fields.of(info, name, ctx.api)
    return declared if found is None else filled(declared, found)


def _class(owner: Type) -> TypeInfo | None:
    proper = get_proper_type(owner)
    if isinstance(proper, TupleType):
        proper = proper.partial_fallback
    return proper.type if isinstance(proper, Instance) else None


def _is_field(info: TypeInfo, name: str) -> bool:
    symbol = info.get(name)
    node = symbol.node if symbol is not None else None
    return isinstance(node, Var) and (not node.is_property or info.tuple_type is not None)
