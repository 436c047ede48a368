"""Which expressions of a module may stand for the same list or dictionary.

After ``other = table``, ``first = tables[0]``, ``for table in tables`` or
``state = {"tables": tables}``, a change under one name is a change under the other. Values that a
function returns, or that an object holds, are not followed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple

from mypy.literals import literal, literal_hash
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ConditionalExpr,
    DictExpr,
    Expression,
    ForStmt,
    IndexExpr,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    OpExpr,
    TupleExpr,
)

from promo_mypy.statements import statements

_DEEPEST: Final = 4
"""How many levels of nested containers are followed: ``node = node[0]`` in a loop never ends."""
_ITERATORS: Final = frozenset(
    ("enumerate", "zip", "list", "tuple", "reversed", "sorted", "items", "values")
)
"""Functions and methods that give a loop the items of their arguments or object."""


class Container(NamedTuple):
    """A container, reached from a variable or an attribute.

    Attributes:
        root: an expression for the variable or attribute.
        depth: how many levels down from the root it is: 2 for ``root["a"][0]``.
    """

    root: Expression
    depth: int


def reached_by(place: Expression | None, depth: int = 0) -> Container | None:
    """Return the container that an expression names, ``depth`` levels further down.

    None if the root is not a variable or attribute, but the result of a call.
    """
    while isinstance(place, IndexExpr):
        place, depth = place.base, depth + 1
    return Container(place, depth) if isinstance(place, NameExpr | MemberExpr) else None


class SameContainers:
    """The assignments and loops of a module that give containers a second name."""

    def __init__(self, module: MypyFile) -> None:
        """Read a module that mypy has analysed."""
        self._links = defaultdict[Hashable, list[Container]](list)
        for each in statements(module.defs):
            match each.statement:
                case AssignmentStmt(lvalues=targets, rvalue=value):
                    for target in targets:
                        self._bind(target, value)
                case ForStmt(index=target, expr=iterated):
                    self._bind_items(target, iterated)

    def of(self, container: Container) -> Iterator[Container]:
        """Yield a container under all its names, those in containers that hold it included."""
        seen, rest = set[tuple[Hashable, int]](), [container]
        while rest:
            found = rest.pop()
            key = literal_hash(found.root)
            if (key, found.depth) in seen or not 0 <= found.depth <= _DEEPEST:
                continue
            seen.add((key, found.depth))
            yield found
            links = self._links.get(key, ())
            rest += [Container(root, found.depth + deeper) for root, deeper in links]

    def _bind(self, target: Expression, value: Expression, depth: int = 0) -> None:
        """Record that a target stands for a value, or for a container ``depth`` levels in it."""
        for one, other in _pairs(target, value):
            bound = reached_by(one)
            for found in _containers(other, depth):
                if bound is not None:
                    self._link(bound, found)

    def _bind_items(self, target: Expression, iterated: Expression) -> None:
        # Each target is linked to all iterables: keys and counts are not containers anyway.
        for each in _targets(target):
            for given in _iterated(iterated):
                self._bind(each, given, 1)

    def _link(self, one: Container, other: Container) -> None:
        if not (literal(one.root) and literal(other.root)):
            return  # The attribute of a call's result may belong to any object.
        deeper = other.depth - one.depth
        self._links[literal_hash(one.root)].append(Container(other.root, deeper))
        self._links[literal_hash(other.root)].append(Container(one.root, -deeper))


def _pairs(target: Expression, value: Expression) -> Iterator[tuple[Expression, Expression]]:
    match target, value:
        case TupleExpr(items=targets), TupleExpr(items=values) if len(targets) == len(values):
            for one, other in zip(targets, values, strict=True):
                yield from _pairs(one, other)
        case _:
            yield target, value


def _containers(value: Expression, depth: int) -> Iterator[Container]:
    """The containers that a value may be, or may hold; the latter at a smaller, negative depth."""
    match value:
        case (
            ConditionalExpr(if_expr=first, else_expr=other)
            | OpExpr(op="or" | "and", left=first, right=other)
        ):
            yield from _containers(first, depth)
            yield from _containers(other, depth)
        case ListExpr(items=items) | TupleExpr(items=items):
            for each in items:
                yield from _containers(each, depth - 1)
        case DictExpr(items=entries):
            for _, each in entries:
                yield from _containers(each, depth - 1)
        case _:
            found = reached_by(value, depth)
            if found is not None:
                yield found


def _targets(target: Expression) -> Iterator[Expression]:
    if isinstance(target, TupleExpr | ListExpr):
        for each in target.items:
            yield from _targets(each)
    else:
        yield target


def _iterated(expression: Expression) -> Iterator[Expression]:
    """The iterables whose items a loop over an expression gets."""
    match expression:
        case CallExpr(callee=NameExpr(name=name), args=given) if name in _ITERATORS:
            for each in given:
                yield from _iterated(each)
        case CallExpr(callee=MemberExpr(name=name, expr=given)) if name in _ITERATORS:
            yield from _iterated(given)
        case _:
            yield expression
