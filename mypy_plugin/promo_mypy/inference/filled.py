"""Lists and dictionaries that are filled right after they are made.

``self.layers = []`` with ``self.layers.append(layer)`` below it, in a loop or not, makes a list of
layers. As long as no other name stands for the list, such a statement cannot fill another one.
``nnx.List()`` of flax makes such a list, too.
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
_LIST: Final = "List"


class Filling(NamedTuple):
    """A value that a statement puts into a container.

    Attributes:
        by: the method, ``layers.append``, or the target of the assignment, ``layers["w"]``.
        value: the value.
    """

    by: Expression
    value: Expression


def filled(body: list[Statement]) -> Mapping[Expression, Sequence[Filling]]:
    """Return the values put into empty containers, by the expressions that make these.

    Names are compared as they are written, since mypy may not have analysed the body yet.
    """
    found = dict[Expression, Sequence[Filling]]()
    for block in blocks(body):
        for place, statement in enumerate(block):
            match statement:
                case AssignmentStmt(lvalues=[target], rvalue=made) if _is_empty(made) and (
                    name := _name(target)
                ):
                    found[made] = [*_fillings(name, block[place + 1 :])]
    return found


def _is_empty(made: Expression) -> bool:
    """Whether an expression makes an empty list or dictionary."""
    match made:
        case ListExpr(items=[]) | DictExpr(items=[]):
            return True
        case CallExpr(
            callee=NameExpr(name=name) | MemberExpr(name=name), args=[] | [ListExpr(items=[])]
        ):
            return name == _LIST
    return False


def _fillings(name: Name, following: Sequence[Statement | FuncDef]) -> Iterator[Filling]:
    """The values that statements put into a container, until the first other use of it."""
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
