"""Calls of functions whose annotations do not say what they return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    ArgKind,
    CallExpr,
    DictExpr,
    Expression,
    FuncDef,
    ListExpr,
)
from mypy.plugin import FunctionContext, MethodContext
from mypy.subtypes import is_same_type
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny, get_proper_type

from promo_mypy.inference.parameters import is_silent
from promo_mypy.inference.results import filled
from promo_mypy.inference.values import Defined
from promo_mypy.session import Session
from promo_mypy.types.expressions import alone

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


def function(session: Session, ctx: FunctionContext) -> Type:
    """Answer the call of a function of the program."""
    if not isinstance(ctx.context, CallExpr) or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    called = ctx.api.lookup_type_or_none(ctx.context.callee)
    return _answer(session, called, None, ctx, ctx.api)


def method(session: Session, ctx: MethodContext) -> Type:
    """Answer the call of a method, or of an object that can be called."""
    if not isinstance(ctx.context, CallExpr) or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    called = ctx.api.lookup_type_or_none(ctx.context.callee)
    if not isinstance(get_proper_type(called), CallableType):
        called = _call_method(get_proper_type(ctx.type), ctx.api)
    return _answer(session, called, ctx.type, ctx, ctx.api)


def _call_method(owner: object, checker: TypeChecker) -> Type | None:
    """The method that is called where an object is."""
    symbol = owner.type.get("__call__") if isinstance(owner, Instance) else None
    found = symbol.node if symbol is not None else None
    return checker.function_type(found) if isinstance(found, FuncDef) else None


def _answer(
    session: Session,
    called: Type | None,
    owner: Type | None,
    ctx: FunctionContext | MethodContext,
    checker: TypeChecker,
) -> Type:
    declared = ctx.default_return_type
    if called is None or not is_silent(declared):
        return declared
    if owner is not None and _may_be_another(session, called, owner):
        return declared
    given = list(arguments(ctx, checker))
    found = session.inference.returned(called, given, checker, ctx.context, owner)
    return declared if found is None else filled(declared, found)


def _may_be_another(session: Session, called: Type, owner: Type) -> bool:
    """Whether a subclass may have another method of that name."""
    value = session.inference.values.of(called)
    method = value.function if isinstance(value, Defined) else None
    if not isinstance(method, FuncDef) or not method.info or _is_final(owner):
        return False
    return session.inference.functions.is_replaced(method)


def _is_final(owner: Type) -> bool:
    proper = get_proper_type(owner)
    return isinstance(proper, Instance) and proper.type.is_final


def arguments(ctx: FunctionContext | MethodContext, checker: TypeChecker) -> Iterator[Type | None]:
    """Return the type of the argument for each parameter; None for one that is left out."""
    for given, types, kinds in zip(ctx.args, ctx.arg_types, ctx.arg_kinds, strict=True):
        yield _argument(given, types, kinds, checker)


def _argument(
    given: Sequence[Expression],
    types: Sequence[Type],
    kinds: Sequence[ArgKind],
    checker: TypeChecker,
) -> Type | None:
    if not types:
        return None
    if any(kind.is_star() for kind in kinds):
        return _UNKNOWN
    if len(types) == 1:
        return _alone(given[0], types[0], checker)
    return types[0] if all(is_same_type(each, types[0]) for each in types) else _UNKNOWN


def _alone(argument: Expression, typ: Type, checker: TypeChecker) -> Type:
    """The type of an argument as it is where nothing is expected of it."""
    if isinstance(argument, ListExpr | DictExpr) and is_silent(typ):
        return alone(argument, checker)
    return typ
