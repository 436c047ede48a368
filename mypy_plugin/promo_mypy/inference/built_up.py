"""Dictionaries that are built up entry by entry, right where they are made.

``params = {}`` and ``params["w"] = weights`` below it say the same as ``params = {"w": weights}``,
as long as nothing else has been done with the dictionary in between. No other name stands for it
yet, so that such an assignment changes no other dictionary.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    DictExpr,
    Expression,
    FuncDef,
    IndexExpr,
    NameExpr,
    Statement,
    StrExpr,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.statements import blocks

_DICT: Final = "dict"


class Added(NamedTuple):
    """An entry that a statement adds: what is assigned to, the key and the value."""

    target: Expression
    key: StrExpr
    value: Expression


def built_up(body: Sequence[Statement]) -> Mapping[Expression, Sequence[Added]]:
    """Return the entries that are added to dictionaries, by the expressions that make these.

    What is in the body may not have been analysed yet: names are compared as they are written.
    """
    found = dict[Expression, Sequence[Added]]()
    for block in blocks(body):
        for place, statement in enumerate(block):
            match statement:
                case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=made) if _makes(made):
                    added = [*_added(name, block[place + 1 :])]
                    if added:
                        found[made] = added
    return found


def _makes(made: Expression) -> bool:
    """Whether an expression makes a new dictionary with known keys."""
    match made:
        case DictExpr():
            return True
        case CallExpr(callee=NameExpr(name=name)):
            return name == _DICT
    return False


def _added(name: str, following: Sequence[Statement | FuncDef]) -> Iterator[Added]:
    """The entries that statements add, up to the first that does anything else with the name."""
    for statement in following:
        match statement:
            case AssignmentStmt(
                lvalues=[IndexExpr(base=NameExpr(name=base), index=StrExpr() as key) as target],
                rvalue=value,
            ) if base == name and not _mentions(value, name):
                yield Added(target, key, value)
            case _ if _mentions(statement, name):
                return


def _mentions(node: Statement | FuncDef | Expression, name: str) -> bool:
    return any(isinstance(e, NameExpr) and e.name == name for e in get_subexpressions(node))
