"""Calls of methods that classes below override: what all that may be called return.

Which of them is called is not known. So nothing is reported of what is found in their bodies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mypy.checker import TypeChecker
from mypy.nodes import Context
from mypy.subtypes import is_same_type
from mypy.types import CallableType, Type, get_proper_type

from promo_mypy.inference import results
from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.overrides import Choice
from promo_mypy.inference.visits import Visit
from promo_mypy.session import Session
from promo_mypy.types.lambdas import declared_result
from promo_mypy.types.silence import is_silent


def returned(
    session: Session,
    called: Type,
    given: Sequence[Argument],
    checker: TypeChecker,
    context: Context,
    owner: Type,
) -> Type | None:
    """Return what all methods that a call may mean return; None if they differ, or one is unknown.

    Args:
        session: the session.
        called: the type of the method of the declared class.
        given: what it is called with.
        checker: the checker that is at the call.
        context: the call.
        owner: the type of the object.
    """
    typ = get_proper_type(called)
    if not isinstance(typ, CallableType):
        return None
    choices = session.inference.overrides.choices(typ, owner, checker)
    if not choices:
        return None
    with session.inference.visits.unreported(Visit(None)):
        return _agreed(_returned(session, each, given, checker, context) for each in choices)


def _returned(
    session: Session,
    choice: Choice,
    given: Sequence[Argument],
    checker: TypeChecker,
    context: Context,
) -> Type | None:
    declared = declared_result(choice.type)
    if not is_silent(declared):
        return declared
    found = session.inference.returned(choice.type, given, checker, context, choice.owner)
    return found and results.refined(declared, found)


def _agreed(types: Iterable[Type | None]) -> Type | None:
    """The type that all of some are; all of them are looked at, for what is in their bodies."""
    first, *others = [*types]
    is_same = first is not None and all(each and is_same_type(each, first) for each in others)
    return first if is_same else None
