"""Dictionaries that are built up entry by entry, right where they are made.

``params = {}`` and ``params["w"] = weights`` below it say the same as ``params = {"w": weights}``,
and so does ``params.update(w=weights)``, as long as nothing has been done in between but to read
entries, as in ``params["w"] = params["w"] * 2``. No other name stands for it yet, so that such a
statement changes no other dictionary.
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
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
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


class BuiltUp(NamedTuple):
    """What is added to a dictionary where it is made.

    Attributes:
        added: the entries.
        counts: how many of them are there already at the names by which it is read in between.
    """

    added: Sequence[Added]
    counts: Mapping[Expression, int]

    def at(self, name: Expression) -> Sequence[Added]:
        """Return the entries that are there already where a name stands for the dictionary."""
        return self.added[: self.counts.get(name)]


def built_up(body: Sequence[Statement]) -> Mapping[Expression, BuiltUp]:
    """Return the entries that are added to dictionaries, by the expressions that make these.

    What is in the body may not have been analysed yet: names are compared as they are written.
    """
    found = dict[Expression, BuiltUp]()
    for block in blocks(body):
        for place, statement in enumerate(block):
            match statement:
                case AssignmentStmt(lvalues=[NameExpr(name=name)], rvalue=made) if (
                    entries(made) is not None
                ):
                    each = _built_up(name, block[place + 1 :])
                    if each.added:
                        found[made] = each
    return found


def _built_up(name: str, following: Sequence[Statement | FuncDef]) -> BuiltUp:
    """What statements add, up to the first that does more with the name than to read entries."""
    added, counts = list[Added](), dict[Expression, int]()
    for statement in following:
        new = [*_by_statement(name, statement)]
        read = [_read(name, each.entry[1]) for each in new] or [_read(name, statement)]
        if None in read:
            break
        counts |= {each: len(added) for names in read for each in names or ()}
        added += new
    return BuiltUp(added, counts)


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


def _read(name: str, node: Statement | FuncDef | Expression) -> Sequence[Expression] | None:
    """The places where entries are read by a name; None if more is done with it, or done later."""
    parts = get_subexpressions(node)
    named = [each for each in parts if isinstance(each, NameExpr) and each.name == name]
    is_later = any(isinstance(each, LambdaExpr | GeneratorExpr) for each in parts)
    if named and (is_later or not isinstance(node, AssignmentStmt | Expression)):
        return None
    bases = {each.base for each in parts if isinstance(each, IndexExpr) and _is_key(each.index)}
    return named if bases.issuperset(named) else None


def _is_key(index: Expression) -> bool:
    return isinstance(index, StrExpr)
