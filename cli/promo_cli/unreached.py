"""Finds branches that no call in the program reaches.

mypy checks a body once, for any arguments. Inference checks it once for each call, and skips the
branches that the call does not take. An expression that no call reaches never has a value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    Expression,
    ExpressionStmt,
    FuncItem,
    OperatorAssignmentStmt,
    ReturnStmt,
    Statement,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.statements import Placed


class LookedAt(NamedTuple):
    """What inference has checked.

    Attributes:
        expressions: the expressions that have a type in some call.
        in_part: the functions with calls that inference did not check.
    """

    expressions: frozenset[Expression]
    in_part: Collection[FuncItem]


def unreached(statements: Iterable[Placed], looked_at: LookedAt) -> Iterator[Expression]:
    """Yield the expressions of a file that no call reaches."""
    own = [
        (around[-1], statement, value)
        for statement, around in statements
        if around and (value := _value(statement)) is not None
    ]
    looked_into = {function for function, _, value in own if value in looked_at.expressions}
    for function, statement, value in own:
        is_left_out = value not in looked_at.expressions and function not in looked_at.in_part
        if function in looked_into and is_left_out:
            inside = get_subexpressions(statement)
            if looked_at.expressions.isdisjoint(inside):
                yield from inside


def _value(statement: Statement | FuncItem) -> Expression | None:
    """The expression of a simple statement; None for compound and other statements."""
    match statement:
        case AssignmentStmt(rvalue=value) | OperatorAssignmentStmt(rvalue=value):
            return value
        case ReturnStmt(expr=value) | ExpressionStmt(expr=value):
            return value
    return None
