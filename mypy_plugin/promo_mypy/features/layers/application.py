"""``module.apply(variables, x)`` and ``module.init(key, x)`` of flax, which call the module."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, MemberExpr, NameExpr
from mypy.plugin import MethodContext
from mypy.types import AnyType, Instance, TupleType, Type, TypeOfAny, get_proper_type

from promo_mypy.features import calls
from promo_mypy.features.layers.calls import applied
from promo_mypy.fullnames import (
    BUILTIN_FALSE,
    BUILTIN_TUPLE,
    CALL_METHOD,
    FLAX_APPLY,
    FLAX_INIT,
    FLAX_INIT_WITH_OUTPUT,
)
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.program_classes import is_object
from promo_mypy.inference.results import filled
from promo_mypy.session import Session

_ANY: Final = AnyType(TypeOfAny.special_form)
_MUTABLE: Final = "mutable"
_OF_FLAX: Final = frozenset({"variables", "rngs", _MUTABLE})
_UNSEEN: Final = frozenset({"method", "capture_intermediates"})
"""Arguments that choose another method, or further results."""


class _Returned(Enum):
    """The form of what a method of flax returns."""

    RESULT = auto()
    WITH_VARIABLES = auto()
    UNKNOWN = auto()


def apply(session: Session, ctx: MethodContext) -> Type:
    """Answer ``apply``: the result of ``__call__``, or a pair of that and the mutable variables.

    Flax declares a union of both forms; the argument ``mutable`` tells which one it is.
    """
    if not isinstance(ctx.context, CallExpr):
        return ctx.default_return_type
    return _answer(session, ctx, "variables", _of_apply(ctx.context))


def init(session: Session, ctx: MethodContext) -> Type:
    """Answer ``init``: ``__call__`` is inferred for its findings; only variables are returned."""
    return _answer(session, ctx, "rngs", _Returned.UNKNOWN)


def init_with_output(session: Session, ctx: MethodContext) -> Type:
    """Answer ``init_with_output``: the result of ``__call__``, in a pair with the variables."""
    return _answer(session, ctx, "rngs", _Returned.WITH_VARIABLES)


METHODS: Final = {FLAX_APPLY: apply, FLAX_INIT: init, FLAX_INIT_WITH_OUTPUT: init_with_output}


def _answer(session: Session, ctx: MethodContext, first: str, returned: _Returned) -> Type:
    default, owner, checker = ctx.default_return_type, get_proper_type(ctx.type), ctx.api
    if not isinstance(checker, TypeChecker) or not isinstance(ctx.context, CallExpr):
        return default
    given = _handed_on(list(calls.arguments(session, ctx, checker)), first)
    if given is None or not isinstance(owner, Instance):
        return default
    if returned is _Returned.RESULT:
        default = _ANY
    found = _result(session, owner, given, ctx.context, checker)
    if found is None or returned is _Returned.UNKNOWN:
        return default
    is_kept = partial(is_object, modules=checker.modules)
    known = filled(_ANY, found, is_kept if session.inference.is_inside else None)
    if returned is _Returned.WITH_VARIABLES:
        return TupleType([known, _ANY], checker.named_generic_type(BUILTIN_TUPLE, [_ANY]))
    return default if isinstance(get_proper_type(known), AnyType) else known


def _handed_on(given: Sequence[Argument], first: str) -> list[Argument] | None:
    """The arguments that reach ``__call__``: all but flax's own; None if they are not certain."""
    if any(each.kind not in (ARG_POS, ARG_NAMED) or each.name in _UNSEEN for each in given):
        return None
    positional = [each for each in given if each.kind == ARG_POS]
    if all(each.name != first for each in given):
        positional = positional[1:]
    named = [e for e in given if e.kind == ARG_NAMED and e.name not in _OF_FLAX]
    return [*positional, *named]


def _of_apply(call: CallExpr) -> _Returned:
    named = dict(zip(call.arg_names, call.args, strict=True))
    mutable = named.get(_MUTABLE)
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
    """The type that the call of a layer, or of a module of the program, returns."""
    if isinstance(call.callee, MemberExpr) and (
        known := applied(session, owner, call.callee.expr, given, checker)
    ):
        return known
    if not is_object(owner, checker.modules) or owner.type.get(CALL_METHOD) is None:
        return None
    with checker.msg.filter_errors():
        method = checker.expr_checker.analyze_external_member_access(CALL_METHOD, owner, call)
    return session.inference.overridden.returned(method, given, checker, call, owner)
