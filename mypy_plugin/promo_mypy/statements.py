"""Walks through the statements of a module.

mypy's own visitors cannot be used: they are compiled, and no Python class can inherit from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    Block,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    Import,
    ImportFrom,
    ListExpr,
    MatchStmt,
    NameExpr,
    OperatorAssignmentStmt,
    OverloadedFuncDef,
    ReturnStmt,
    StarExpr,
    Statement,
    TryStmt,
    TupleExpr,
    WhileStmt,
    WithStmt,
)


class Placed(NamedTuple):
    """A statement, with the functions around it, the outermost first."""

    statement: Statement | FuncDef
    functions: tuple[FuncDef, ...]


def statements(body: Sequence[Statement]) -> Iterator[Placed]:
    """Yield every statement and function of a module, nested ones included."""
    rest = [Placed(each, ()) for each in reversed(body)]
    while rest:
        at = rest.pop()
        yield at
        inner = (*at.functions, at.statement) if isinstance(at.statement, FuncDef) else at.functions
        if type(at.statement) not in _FLAT:
            rest.extend(Placed(each, inner) for each in reversed([*_nested(at.statement)]))


def names_in(target: Expression) -> Iterator[NameExpr]:
    """Yield the names that an assignment to this target binds, as in ``x, (y, *z) = value``."""
    match target:
        case NameExpr():
            yield target
        case TupleExpr(items=items) | ListExpr(items=items):
            for each in items:
                yield from names_in(each)
        case StarExpr(expr=inner):
            yield from names_in(inner)


def blocks(body: list[Statement]) -> Iterator[list[Statement]]:
    """Yield every sequence of statements in a module that run one after the other."""
    yield body
    for placed in statements(body):
        if type(placed.statement) not in _FLAT:
            yield from (each.body for each in _blocks(placed.statement) if each is not None)


def decorated(body: Sequence[Statement]) -> dict[FuncDef, Decorator]:
    """Return the functions of a module that have decorators, each with its ``Decorator``."""
    found = (each.statement for each in statements(body))
    return {each.func: each for each in found if isinstance(each, Decorator)}


def returned_in(body: Sequence[Statement]) -> Iterator[Expression | None]:
    """Yield the expressions that a function returns, and None for a bare ``return``.

    mypy's own search also finds the results of lambdas in the function.
    """
    for placed in statements(body):
        if isinstance(placed.statement, ReturnStmt) and not placed.functions:
            yield placed.statement.expr


DEFINITIONS: Final = (ClassDef, Decorator, FuncDef, OverloadedFuncDef)
"""Types of statements whose bodies do not run where they stand, apart from that of a class."""

SIMPLE: Final = frozenset({AssignmentStmt, OperatorAssignmentStmt, ReturnStmt, Import, ImportFrom})
"""Types of statements that contain no others and change no settings."""
_FLAT: Final = SIMPLE | {ExpressionStmt}
"""Types of statements that contain no others."""


def _nested(statement: Statement | FuncDef) -> Iterable[Statement | FuncDef]:
    match statement:
        case Decorator(func=func):
            return [func]
        case OverloadedFuncDef():
            return [*statement.items, *([statement.impl] if statement.impl else [])]
        case Block(body=inner):
            return inner
    found = (each.body for each in _blocks(statement) if each is not None)
    return [each for body in found for each in body]


def _blocks(statement: Statement | FuncDef) -> Sequence[Block | None]:
    """The blocks of a statement; None for a block that it leaves out, such as ``else``."""
    match statement:
        case ClassDef(defs=body) | FuncDef(body=body) | WithStmt(body=body):
            return [body]
        case IfStmt(body=bodies, else_body=last):
            return [*bodies, last]
        case ForStmt(body=body, else_body=last) | WhileStmt(body=body, else_body=last):
            return [body, last]
        case TryStmt(body=body, handlers=handlers, else_body=last, finally_body=final):
            return [body, *handlers, last, final]
        case MatchStmt(bodies=bodies):
            return bodies
    return []
