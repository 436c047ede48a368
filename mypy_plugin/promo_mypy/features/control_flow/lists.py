"""A carry that is a written list, ``[x, y]``: each item must keep its dtype.

To mypy all items of a list have one type. So the body is checked with a tuple in place of the list.
The types that come out are those of the items in the list that the body returns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, ListExpr, NameExpr, StarExpr, Var
from mypy.server.subexpr import get_subexpressions
from mypy.subtypes import is_same_type
from mypy.types import AnyType, TupleType, Type, TypeOfAny

from promo_mypy.features.control_flow import carry
from promo_mypy.features.control_flow.fields import returned_carry
from promo_mypy.features.control_flow.origins import Called
from promo_mypy.fullnames import BUILTIN_TUPLE
from promo_mypy.session import Session
from promo_mypy.types.expressions import known_type
from promo_mypy.types.pytrees import Change, traced

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_WRITTEN_AND_PASSED: Final = 2


class Start(NamedTuple):
    """The initial value of a loop, and the position of the carry among the body's inputs."""

    value: Expression
    place: int


def changes(
    session: Session, start: Start, body: Called, checker: TypeChecker, *, is_beside: bool
) -> Iterator[Change]:
    """Yield the items whose dtypes change in the body.

    Args:
        session: the session.
        start: the initial value and its position.
        body: the function that is the body, with its inputs.
        checker: the checker that is at the call of the loop.
        is_beside: whether the body returns a pair, whose first item is the carry.
    """
    before = _written(session, start.value, checker)
    returned = returned_carry(session, body.function, checker, is_beside=is_beside)
    if before is None or not isinstance(returned, ListExpr):
        return
    if len(returned.items) != len(before) or _has_star(returned):
        return
    one = _tuple(session, [known_type(item, checker) for item in before], checker)
    other = _that_come_out(session, body.with_input(start.place, one), returned, checker)
    promoted = carry.promoted(session, one, other)
    if not is_same_type(promoted, one):
        again = body.with_input(start.place, promoted)
        other = _that_come_out(session, again, returned, checker)
    yield from carry.changes(session, promoted, other)


def _that_come_out(
    session: Session, body: Called, returned: ListExpr, checker: TypeChecker
) -> Type:
    types = session.inference.types_in(*body, checker)
    return _tuple(session, [types.get(item) for item in returned.items], checker)


def _written(
    session: Session, initial: Expression, checker: TypeChecker
) -> Sequence[Expression] | None:
    """The items of a written list, also one in a variable that has no other use."""
    written: Expression | None = initial
    if isinstance(initial, NameExpr) and isinstance(initial.node, Var):
        values = session.lints.definitions(checker.tree).values(initial.node)
        is_kept = len(values) == 1 and _is_only_passed(initial.node, checker)
        written = values[0] if is_kept else None
    return written.items if isinstance(written, ListExpr) and not _has_star(written) else None


def _is_only_passed(variable: Var, checker: TypeChecker) -> bool:
    """Whether a variable is used twice: where it is assigned, and where it is passed."""
    named = [
        each
        for each in get_subexpressions(checker.tree)
        if isinstance(each, NameExpr) and each.node is variable
    ]
    return len(named) == _WRITTEN_AND_PASSED


def _has_star(written: ListExpr) -> bool:
    return any(isinstance(item, StarExpr) for item in written.items)


def _tuple(session: Session, items: Sequence[Type | None], checker: TypeChecker) -> Type:
    known = [traced(session.converter, _UNKNOWN if each is None else each) for each in items]
    return TupleType(known, checker.named_generic_type(BUILTIN_TUPLE, [_UNKNOWN]))
