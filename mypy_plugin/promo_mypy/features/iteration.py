"""Loops over objects of the program: ``for batch in loader`` calls ``loader.__iter__()``."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, FuncDef, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import CallableType, Instance, Type, get_proper_type

from promo_mypy.features import dictionaries, fields, gradients
from promo_mypy.inference.results import filled
from promo_mypy.session import Session
from promo_mypy.types.silence import is_silent

ITERATING: Final = "__iter__"
"""The method that a loop calls."""


def iterated(session: Session, ctx: MethodContext) -> Type:
    """Answer ``__iter__`` of an object, called by a loop or in the source."""
    if _is_written(ctx.context):
        return gradients.method(session, ctx)
    owner, declared = get_proper_type(ctx.type), ctx.default_return_type
    if not isinstance(ctx.api, TypeChecker) or not isinstance(owner, Instance):
        return declared
    found = _found(session, owner, ctx.context, ctx.api) if is_silent(declared) else None
    if found is None:
        return declared
    known = filled(declared, found, fields.keeps(session))
    return dictionaries.handed_out(session, known, ITERATING, ctx.context, ctx.api)


def _is_written(context: Context) -> bool:
    if not isinstance(context, CallExpr) or not isinstance(context.callee, MemberExpr):
        return False
    return context.callee.name == ITERATING


def _found(session: Session, owner: Instance, at: Context, checker: TypeChecker) -> Type | None:
    symbol = owner.type.get(ITERATING)
    method = symbol.node if symbol is not None else None
    typ = checker.function_type(method) if isinstance(method, FuncDef) else None
    if not isinstance(typ, CallableType):
        return None
    bound = typ.copy_modified(is_bound=True)
    return session.inference.overridden.returned(bound, [], checker, at, owner)
