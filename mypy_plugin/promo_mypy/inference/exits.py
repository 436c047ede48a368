"""The variables that inner functions use, where the function around them ends.

A function that is returned sees the last values of the variables around it, but mypy forgets how it
has narrowed these when it leaves the body. So during a check the variables are named once more,
before each ``return`` and at the end of the body: mypy then tells their types there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from mypy.nodes import (
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    LambdaExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
    Var,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import Type

from promo_mypy.inference.changes import assigned_by
from promo_mypy.statements import Placed, blocks, names_in
from promo_mypy.types.unions import union_of


class Exit(NamedTuple):
    """A place at which a function ends.

    Attributes:
        block: the statements among which it ends.
        at: the ``return``; None for the end of the block.
        names: the names of the variables there, which stand nowhere in the program.
    """

    block: list[Statement]
    at: ReturnStmt | None
    names: tuple[NameExpr, ...]


def exits(
    function: FuncItem, placed: Sequence[Placed], expressions: Iterable[Expression]
) -> Iterator[Exit]:
    """Yield where a function ends, if inner functions use variables that it binds several times.

    Args:
        function: the function.
        placed: its statements, and those of its inner functions.
        expressions: its expressions, and those of its inner functions.
    """
    own = [each.statement for each in placed if not each.functions]
    bound = _bound_again(function, own)
    if not bound:
        return
    inner = [each.statement for each in placed if isinstance(each.statement, FuncDef)]
    lambdas = [each for each in expressions if isinstance(each, LambdaExpr)]
    used = {*_variables(inner), *_variables(lambdas)}
    shared = {each: first for each, first in bound.items() if each in used}
    returns = {each for each in own if isinstance(each, ReturnStmt)}
    for block in blocks(function.body.body):
        for statement in block:
            if isinstance(statement, ReturnStmt) and statement in returns:
                yield from _exit(block, statement, shared)
    yield from _exit(function.body.body, None, shared)


def _exit(
    block: list[Statement], at: ReturnStmt | None, shared: Mapping[Var, int]
) -> Iterator[Exit]:
    """The place with the variables that are bound before it; mypy knows no type of later ones."""
    names = [
        _name(each, at or block[-1])
        for each, first in shared.items()
        if at is None or first < at.line
    ]
    if names:
        yield Exit(block, at, tuple(names))


def _name(variable: Var, place: Statement) -> NameExpr:
    name = NameExpr(variable.name)
    name.node = variable
    name.set_line(place)
    return name


def _bound_again(function: FuncItem, own: Iterable[Statement | FuncDef]) -> dict[Var, int]:
    """The variables that a function binds more than once, each with its first line."""
    lines = defaultdict[Var, list[int]](list)
    for argument in function.arguments:
        lines[argument.variable].append(function.line)
    for statement in own:
        for target in assigned_by(statement):
            for name in names_in(target):
                if isinstance(name.node, Var):
                    lines[name.node].append(statement.line)
    return {each: min(found) for each, found in lines.items() if len(found) > 1}


def _variables(functions: Iterable[FuncItem]) -> Iterator[Var]:
    """The variables that stand in functions."""
    for function in functions:
        for each in get_subexpressions(function):
            if isinstance(each, NameExpr) and isinstance(each.node, Var):
                yield each.node


@contextmanager
def named(places: Iterable[Exit]) -> Iterator[None]:
    """Name the variables in a statement before each exit, while the block lasts."""
    added = [(each.block, _add(each)) for each in places]
    try:
        yield
    finally:
        for block, statement in added:
            block.remove(statement)


def _add(exit_: Exit) -> Statement:
    """Add a statement with the names, and return it."""
    statement = ExpressionStmt(TupleExpr([*exit_.names]))
    at = len(exit_.block) if exit_.at is None else exit_.block.index(exit_.at)
    exit_.block.insert(at, statement)
    return statement


def types_at(places: Iterable[Exit], types: Mapping[Expression, Type]) -> Mapping[Var, Type]:
    """Return the types of the variables where a function ends.

    Args:
        places: the exits.
        types: the types of all expressions that mypy has reached in a check of the function.
    """
    found = defaultdict[Var, list[Type]](list)
    for each in places:
        for name in each.names:
            if name in types and isinstance(name.node, Var):
                found[name.node].append(types[name])
    return {variable: union_of(all_of_it) for variable, all_of_it in found.items()}
