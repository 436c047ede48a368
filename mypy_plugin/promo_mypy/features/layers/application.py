"""``module.apply(variables, x)`` and ``module.init(key, x)`` of flax, which call the module."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, MemberExpr
from mypy.plugin import MethodContext
from mypy.types import AnyType, Instance, Type, TypeOfAny, get_proper_type

from promo_mypy.features import calls
from promo_mypy.features.layers.calls import applied
from promo_mypy.fullnames import (
    FLAX_APPLY,
    FLAX_INIT,
    FLAX_INIT_WITH_OUTPUT,
)
from promo_mypy.inference.applied_modules import (
    Returned,
    as_returned,
    handed_on,
    returned_by_apply,
)
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.program_classes import is_object
from promo_mypy.inference.results import filled
from promo_mypy.session import Session

_ANY: Final = AnyType(TypeOfAny.special_form)
_FormOf: TypeAlias = Callable[[Sequence[Argument]], Returned]


def apply(session: Session, ctx: MethodContext) -> Type:
    """Answer ``apply``: the result of ``__call__``, or a pair of that and the mutable variables.

    Flax declares a union of both forms; the argument ``mutable`` tells which one it is.
    """
    return _answer(session, ctx, "variables", returned_by_apply)


def init(session: Session, ctx: MethodContext) -> Type:
    """Answer ``init``: ``__call__`` is inferred for its findings; only variables are returned."""
    return _answer(session, ctx, "rngs", lambda _: Returned.UNKNOWN)


def init_with_output(session: Session, ctx: MethodContext) -> Type:
    """Answer ``init_with_output``: the result of ``__call__``, in a pair with the variables."""
    return _answer(session, ctx, "rngs", lambda _: Returned.WITH_VARIABLES)


METHODS: Final = {FLAX_APPLY: apply, FLAX_INIT: init, FLAX_INIT_WITH_OUTPUT: init_with_output}


def _answer(session: Session, ctx: MethodContext, first: str, form_of: _FormOf) -> Type:
    default, owner, checker = ctx.default_return_type, get_proper_type(ctx.type), ctx.api
    if not isinstance(checker, TypeChecker) or not isinstance(ctx.context, CallExpr):
        return default
    passed = list(calls.arguments(session, ctx, checker))
    given, form = handed_on(passed, first), form_of(passed)
    if given is None or not isinstance(owner, Instance):
        return default
    if form is Returned.RESULT:
        default = _ANY
    found = _result(session, owner, given, ctx.context, checker)
    if found is None:
        return default
    is_kept = partial(is_object, modules=checker.modules)
    known = filled(_ANY, found, is_kept if session.inference.is_inside else None)
    returned = as_returned(known, form, checker)
    return default if isinstance(get_proper_type(returned), AnyType) else returned


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
    return session.inference.called.of_module(owner, given, checker, call)
