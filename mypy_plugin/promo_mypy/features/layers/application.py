"""``module.apply(variables, x)`` of flax: the call of a module with given variables."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, MemberExpr, NameExpr
from mypy.plugin import MethodContext
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.features import calls
from promo_mypy.features.layers.calls import applied
from promo_mypy.fullnames import BUILTIN_FALSE, BUILTIN_TUPLE, CALL_METHOD
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.results import filled
from promo_mypy.session import Session

_ANY: Final = AnyType(TypeOfAny.special_form)
_VARIABLES: Final = "variables"
_METHOD: Final = "method"
_MUTABLE: Final = "mutable"
_OF_APPLY: Final = frozenset({_VARIABLES, "rngs", _MUTABLE})
_UNSEEN: Final = frozenset({_METHOD, "capture_intermediates"})
"""Arguments that have another method called, or more returned."""


class _Returned(Enum):
    RESULT = auto()
    WITH_VARIABLES = auto()
    UNKNOWN = auto()


def apply(session: Session, ctx: MethodContext) -> Type:
    """Answer what ``__call__`` returns, together with the variables if they are mutable."""
    default, owner, call = ctx.default_return_type, get_proper_type(ctx.type), ctx.context
    if not isinstance(ctx.api, TypeChecker) or not isinstance(call, CallExpr):
        return default
    given = _handed_on(list(calls.arguments(session, ctx, ctx.api)))
    returned = _returned(call)
    if given is None or not isinstance(owner, Instance) or returned is _Returned.UNKNOWN:
        return default
    found = _result(session, owner, given, call, ctx.api)
    if found is None:
        return default
    is_kept = session.inference.is_object if session.inference.is_inside else None
    checker = ctx.api
    known = filled(_ANY, found, is_kept and (lambda typ: is_kept(typ, checker)))
    if returned is _Returned.RESULT:
        return default if isinstance(known, AnyType) else known
    return TupleType([known, _ANY], checker.named_generic_type(BUILTIN_TUPLE, [_ANY]))


def _handed_on(given: Sequence[Argument]) -> list[Argument] | None:
    """What ``__call__`` gets of the arguments; None if that is not known."""
    if any(each.kind not in (ARG_POS, ARG_NAMED) or each.name in _UNSEEN for each in given):
        return None
    positional = [each for each in given if each.kind == ARG_POS]
    if all(each.name != _VARIABLES for each in given):
        positional = positional[1:]
    named = [e for e in given if e.kind == ARG_NAMED and e.name not in _OF_APPLY]
    return [*positional, *named]


def _returned(call: CallExpr) -> _Returned:
    mutable = next((e for n, e in zip(call.arg_names, call.args, strict=True) if n == _MUTABLE), None)
    if mutable is None or _is_false(mutable):
        return _Returned.RESULT
    is_written = not isinstance(mutable, NameExpr | MemberExpr | CallExpr)
    return _Returned.WITH_VARIABLES if is_written else _Returned.UNKNOWN


def _is_false(expression: Expression) -> bool:
    return isinstance(expression, NameExpr) and expression.fullname == BUILTIN_FALSE


def _result(
    session: Session,
    owner: Instance,
    given: Sequence[Argument],
    call: CallExpr,
    checker: TypeChecker,
) -> Type | None:
    """What the call of a layer or of a module of the program returns."""
    if isinstance(call.callee, MemberExpr) and (
        known := applied(session, owner, call.callee.expr, given, checker)
    ):
        return known
    if not session.inference.is_object(owner, checker):
        return None
    method = checker.expr_checker.analyze_external_member_access(CALL_METHOD, owner, call)
    if calls.may_be_another(session, method, owner):
        return None
    return session.inference.returned(method, given, checker, call, owner)
