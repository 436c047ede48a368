"""Dictionaries that are built up entry by entry, right where they are made.

``params = {}`` and ``params["w"] = weights`` below it say the same as ``params = {"w": weights}``,
and so does ``params.update(w=weights)``, as long as nothing else has been done in between. No
other name stands for it yet, so that such a statement changes no other dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.inference.entries import Entry, entries, given
from promo_mypy.statements import blocks

_UPDATE: Final = "update"


class Added(NamedTuple):
    """An entry that a statement adds: what is assigned to, or the call, and the entry."""

    by: Expression
    entry: Entry


def built_up(body: Sequence[Statement]) -> Mapping[Expression, Sequence[Added]]:
    """Return the entries that are added to dictionaries, by the expressions that make these.

    What is in the body may not have been analysed yet: names are compared as they are written.
    """
    found = dict[Expression, Sequence[Added]]()
    for block in blocks(body):
        for place, statement in enumerate(block):
            match statement:
                case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=made) if (
                    entries(made) is not None
                ):
                    added = [*_added(name, block[place + 1 :])]
                    if added:
                        found[made] = added
    return found


def _added(name: str, following: Sequence[Statement | FuncDef]) -> Iterator[Added]:
    """The entries that statements add, up to the first that does anything else with the name."""
    for statement in following:
        if _mentions(statement, name):
            added = [*_by_statement(name, statement)]
            if not added or any(_mentions(each.entry[1], name) for each in added):
                return
            yield from added


def _by_statement(name: str, statement: Statement | FuncDef) -> Iterator[Added]:
    match statement:
        case AssignmentStmt(
            lvalues=[IndexExpr(base=NameExpr(name=base), index=StrExpr() as key) as target],
            rvalue=value,
        ) if base == name:
            yield Added(target, (key, value))
        case ExpressionStmt(
            expr=CallExpr(callee=MemberExpr(expr=NameExpr(name=base), name=method)) as call
        ) if base == name and method == _UPDATE:
            yield from (Added(call, each) for each in given(call))


def _mentions(node: Statement | FuncDef | Expression, name: str) -> bool:
    return any(isinstance(e, NameExpr) and e.name == name for e in get_subexpressions(node))
