"""Lists and dictionaries that are filled right where they are made.

``self.layers = []`` and ``self.layers.append(layer)`` below it, in a loop or not, make a list of
layers. No other name stands for the list yet, so that no other one is filled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    DictExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    IndexExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Statement,
)
from mypy.server.subexpr import get_subexpressions

from promo_mypy.statements import blocks

Name: TypeAlias = tuple[str, ...]
"""A variable, or an attribute of one: ``("self", "layers")``."""

_APPEND: Final = "append"


class Filling(NamedTuple):
    """A value that a statement puts into a container.

    Attributes:
        by: the method that is called, or the entry that is assigned.
        value: the value.
    """

    by: Expression
    value: Expression


def filled(body: Sequence[Statement]) -> Mapping[Expression, Sequence[Filling]]:
    """Return what is put into empty containers, by the expressions that make these.

    What is in the body may not have been analysed yet: names are compared as they are written.
    """
    found = dict[Expression, Sequence[Filling]]()
    for block in blocks(body):
        for place, statement in enumerate(block):
            match statement:
                case AssignmentStmt(
                    lvalues=[target],
                    rvalue=(ListExpr(items=[]) | DictExpr(items=[])) as made,
                ) if name := _name(target):
                    found[made] = [*_fillings(name, block[place + 1 :])]
    return found


def _fillings(name: Name, following: Sequence[Statement | FuncDef]) -> Iterator[Filling]:
    """What statements put in, up to the first that does anything else with the container."""
    for statement in following:
        mentions = [each for each in get_subexpressions(statement) if _name(each) == name]
        if not mentions:
            continue
        found = [*_of(name, statement)]
        if len(found) != len(mentions):
            return
        yield from found


def _of(name: Name, statement: Statement | FuncDef) -> Iterator[Filling]:
    match statement:
        case ExpressionStmt(
            expr=CallExpr(callee=MemberExpr(expr=owner, name=method) as by, args=[value])
        ) if method == _APPEND and _name(owner) == name:
            yield Filling(by, value)
        case AssignmentStmt(lvalues=[IndexExpr(base=owner) as by], rvalue=value) if (
            _name(owner) == name
        ):
            yield Filling(by, value)
        case ForStmt(body=Block(body=inner)):
            for each in inner:
                yield from _of(name, each)
        case IfStmt(body=bodies, else_body=last):
            for each in (*bodies, *([last] if last else [])):
                for one in each.body:
                    yield from _of(name, one)


def _name(expression: Expression) -> Name:
    match expression:
        case NameExpr(name=name):
            return (name,)
        case MemberExpr(expr=NameExpr(name=owner), name=name):
            return (owner, name)
    return ()
