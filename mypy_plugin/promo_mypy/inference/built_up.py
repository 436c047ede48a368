"""Dictionaries that are built up entry by entry, right where they are made.

``params = {}`` with ``params["w"] = weights`` below it means ``params = {"w": weights}``, and so
does ``params.update(w=weights)``. In between, entries may be read, as in
``params["w"] = params["w"] * 2``, but nothing else may be done with ``params``: as long as no other
name stands for the dictionary, such a statement cannot change another one.
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
    """An entry that a statement adds to a dictionary.

    ``by`` is the target of the assignment, ``params["w"]``, or the call of ``update``.
    """

    by: Expression
    entry: Entry


class BuiltUp(NamedTuple):
    """The entries that are added to a dictionary right after it is made.

    Attributes:
        added: the entries, in order.
        counts: for each name that reads the dictionary in between, how many entries it has then.
    """

    added: Sequence[Added]
    counts: Mapping[Expression, int]

    def at(self, name: Expression) -> Sequence[Added]:
        """Return the entries that the dictionary already has where this name reads it."""
        return self.added[: self.counts.get(name)]


def built_up(body: list[Statement]) -> Mapping[Expression, BuiltUp]:
    """Return the entries that are added to dictionaries, by the expressions that make these.

    Names are compared as they are written, since mypy may not have analysed the body yet.
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
    """The entries that statements add, until the name is used for more than to read entries."""
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
    """The uses of a name that read entries; None if there is any other use, or a later one."""
    parts = get_subexpressions(node)
    named = [each for each in parts if isinstance(each, NameExpr) and each.name == name]
    is_later = any(isinstance(each, LambdaExpr | GeneratorExpr) for each in parts)
    if named and (is_later or not isinstance(node, AssignmentStmt | Expression)):
        return None
    bases = {each.base for each in parts if isinstance(each, IndexExpr) and _is_key(each.index)}
    return named if bases.issuperset(named) else None


def _is_key(index: Expression) -> bool:
    return isinstance(index, StrExpr)
