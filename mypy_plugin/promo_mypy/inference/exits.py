"""The variables that inner functions use, where the function around them ends.

A function that is returned sees the last values of the variables around it, but mypy forgets how it
has narrowed these when it leaves the body. So during a check the variables are named once more,
beside each returned value and at the end of the body: mypy then tells their types there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import NamedTuple

from mypy.nodes import (
    Block,
    Expression,
    ExpressionStmt,
    FuncDef,
    FuncItem,
    LambdaExpr,
    NameExpr,
    ReturnStmt,
    TupleExpr,
    Var,
)
from mypy.server.subexpr import get_subexpressions
from mypy.types import Type

from promo_mypy.inference.changes import assigned_by
from promo_mypy.statements import Placed, names_in
from promo_mypy.types.unions import union_of


class Exit(NamedTuple):
    """A place at which a function ends.

    Attributes:
        place: a ``return`` with a value; or the body, for its end.
        names: the names of the variables there, which stand nowhere in the program.
    """

    place: ReturnStmt | Block
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
    own = [each for each in placed if not each.functions]
    bound = _bound_again(function, own)
    if not bound:
        return
    inner = [each.statement for each in placed if isinstance(each.statement, FuncDef)]
    lambdas = [each for each in expressions if isinstance(each, LambdaExpr)]
    used = {*_variables(inner), *_variables(lambdas)}
    shared = {each: first for each, first in bound.items() if each in used}
    for statement, _ in own:
        if isinstance(statement, ReturnStmt) and statement.expr is not None:
            yield from _exit(statement, statement.line, shared)
    yield from _exit(function.body, None, shared)


def _exit(place: ReturnStmt | Block, line: int | None, shared: Mapping[Var, int]) -> Iterator[Exit]:
    """The place with the variables that are bound before it; mypy knows no type of later ones."""
    names = [_name(each, place) for each, first in shared.items() if line is None or first < line]
    if names:
        yield Exit(place, tuple(names))


def _name(variable: Var, place: ReturnStmt | Block) -> NameExpr:
    name = NameExpr(variable.name)
    name.node = variable
    name.set_line(place)
    return name


def _bound_again(function: FuncItem, own: Iterable[Placed]) -> dict[Var, int]:
    """The variables that a function binds more than once, each with its first line."""
    lines = defaultdict[Var, list[int]](list)
    for argument in function.arguments:
        lines[argument.variable].append(function.line)
    for statement, _ in own:
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
    """Name the variables at each exit, while the block lasts."""
    with ExitStack() as stack:
        for each in places:
            stack.callback(_put_names(each))
        yield


def _put_names(at: Exit) -> Callable[[], object]:
    """Put the names into the syntax tree; the result takes them out."""
    place = at.place
    if isinstance(place, Block):
        place.body.append(ExpressionStmt(TupleExpr([*at.names])))
        return place.body.pop
    returned = place.expr
    place.expr = TupleExpr([*filter(None, (returned,)), *at.names])
    return partial(setattr, place, "expr", returned)


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
