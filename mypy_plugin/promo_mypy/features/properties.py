"""Properties whose annotations leave the dtype open."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, MemberExpr, OverloadedFuncDef, SymbolNode
from mypy.plugin import AttributeContext
from mypy.types import CallableType, Instance, Type, get_proper_type

from promo_mypy.features import calls, fields
from promo_mypy.inference.parameters import says_less_than_calls
from promo_mypy.inference.results import filled
from promo_mypy.session import Session
from promo_mypy.types.silence import is_silent


def attribute(session: Session, ctx: AttributeContext) -> Type:
    """Answer a property, a ``functools.cached_property`` or a field."""
    declared = _computed(session, ctx)
    return fields.attribute(session, ctx, declared)


def _computed(session: Session, ctx: AttributeContext) -> Type:
    owner, declared = get_proper_type(ctx.type), ctx.default_attr_type
    if not isinstance(ctx.api, TypeChecker) or not isinstance(ctx.context, MemberExpr):
        return declared
    if not isinstance(owner, Instance) or not says_less_than_calls(declared):
        return declared
    getter = _getter(owner, ctx.context.name)
    typ = ctx.api.function_type(getter.func) if getter is not None else None
    if not isinstance(typ, CallableType):
        return declared
    bound = typ.copy_modified(is_bound=True)
    found = session.inference.overridden.returned(bound, [], ctx.api, ctx.context, owner)
    if not is_silent(declared):
        return calls.number(session, declared, found)
    return declared if found is None else filled(declared, found, fields.keeps(session))


def _getter(owner: Instance, name: str) -> Decorator | None:
    symbol = owner.type.get(name)
    node: SymbolNode | None = symbol.node if symbol is not None else None
    if isinstance(node, OverloadedFuncDef):
        node = node.items[0]
    is_plain = isinstance(node, Decorator) and node.func.is_property and not node.decorators
    return node if is_plain and isinstance(node, Decorator) else None
