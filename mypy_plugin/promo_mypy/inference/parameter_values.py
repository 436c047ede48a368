"""Which values a parameter may have in a body: the argument, or what the body assigns to it.

In ``def f(x, act=None): if act is None: act = nn.relu`` the assignment is reached only in calls
that leave the argument out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    ComparisonExpr,
    ConditionalExpr,
    Expression,
    NameExpr,
    OpExpr,
    UnaryExpr,
    Var,
)
from mypy.types import (
    AnyType,
    CallableType,
    LiteralType,
    NoneType,
    Overloaded,
    Type,
    UnionType,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_NONE
from promo_mypy.inference.dictionaries import Value
from promo_mypy.inference.visits import Visits


class Possible(NamedTuple):
    """The values that a parameter may have.

    Attributes:
        has_argument: whether it may have the argument of the call.
        assigned: the values that the body may assign.
    """

    has_argument: bool
    assigned: Sequence[Value]


class ParameterValues:
    """Finds the possible values of parameters of the body that is being checked."""

    def __init__(self, visits: Visits) -> None:
        """Use the stack of bodies that are being checked."""
        self._visits = visits

    def of(
        self, parameter: Var, assigned: Sequence[Value | None], caller: TypeChecker
    ) -> Possible | None:
        """Return the possible values of a parameter in this call; None if they are not known.

        Args:
            parameter: a parameter of the function that is being checked.
            assigned: all that is assigned to it; None for the argument, and for unknown values.
            caller: the checker of its body.
        """
        visit = self._visits.innermost
        given = visit.given.get(parameter) if visit is not None else None
        values = [each for each in assigned if each is not None]
        if given is None or len(assigned) - len(values) > 1:
            return None
        # mypy has no type for what it has not reached: the argument is never None in this call.
        reached = [each for each in values if caller.lookup_type_or_none(each.expression)]
        return Possible(is_none(given) is not True, reached)


def alternatives(expression: Expression, caller: TypeChecker) -> Sequence[Expression]:
    """Return the parts that ``f or g`` or ``g if f is None else f`` may be in this check.

    It is empty for other expressions.
    """
    match expression:
        case OpExpr(op="or", left=first, right=other):
            holds = _truth(caller.lookup_type_or_none(first))
        case ConditionalExpr(cond=condition, if_expr=first, else_expr=other):
            holds = _holds(condition, caller)
        case _:
            return ()
    return {True: [first], False: [other], None: [first, other]}[holds]


def _holds(condition: Expression, caller: TypeChecker) -> bool | None:
    """Whether a condition holds in this check; None if unknown."""
    match condition:
        case ComparisonExpr(operators=[sign], operands=[tested, NameExpr(fullname=name)]):
            known = is_none(caller.lookup_type_or_none(tested)) if name == BUILTIN_NONE else None
            return known if sign == "is" else _opposite(known) if sign == "is not" else None
        case UnaryExpr(op="not", expr=tested):
            return _opposite(_truth(caller.lookup_type_or_none(tested)))
    return _truth(caller.lookup_type_or_none(condition))


def _opposite(known: bool | None) -> bool | None:
    return known if known is None else not known


def _truth(typ: Type | None) -> bool | None:
    """Whether a value of this type is true; None if unknown. Functions are true, None is false."""
    match typ if typ is None else get_proper_type(typ):
        case NoneType():
            return False
        case CallableType() | Overloaded():
            return True
        case LiteralType(value=bool() as value):
            return value
    return None


def is_none(typ: Type | None) -> bool | None:
    """Whether a value of this type is None; None if it may be, or not."""
    proper = get_proper_type(typ) if typ is not None else None
    if proper is None or isinstance(proper, AnyType | UnionType):
        return None
    return isinstance(proper, NoneType)
