"""Places where mypy joins the types of several values into one.

There a more exact type of one value does harm. A variable has the type of its first value, so mypy
would refuse later ones. And ``np.sqrt(d) if c else 1.0`` would become a ``float``, which is weak.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from promo_mypy.types.syntax_trees import Source, source_of

Position: TypeAlias = tuple[int, int, int | None, int | None]
"""The start and end of an expression, each as line and column."""

_Scope: TypeAlias = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_JOINING = frozenset({"max", "min"})
"""Functions that return one of their arguments."""
_ARRAY_MAKERS = frozenset({"array", "asarray", "stack", "concatenate", "hstack", "vstack"})
"""Functions that look at each item of a list, so that the join does no harm."""
_DISPLAYS = (ast.List, ast.Tuple, ast.Set, ast.Dict)


class Places(NamedTuple):
    """The positions of values at such places.

    Attributes:
        rebound: the values of variables and attributes that have several.
        joined: the branches of conditional expressions, operands of ``and`` and ``or``, and items
            of a list, unless the list is an argument of a function that makes an array.
        indices: the expressions in brackets: ``i`` in ``x[i]``.
    """

    rebound: frozenset[Position] = frozenset()
    joined: frozenset[Position] = frozenset()
    indices: frozenset[Position] = frozenset()


def places(path: str) -> Places:
    """Return the places in a module; none if it cannot be read."""
    read = source_of(path)
    return Places(*map(_positions, (_rebound(read), _joined(read.nodes), _indices(read.nodes))))


def _positions(values: Iterable[ast.expr]) -> frozenset[Position]:
    return frozenset((v.lineno, v.col_offset, v.end_lineno, v.end_col_offset) for v in values)


def _indices(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    return (node.slice for node in nodes if isinstance(node, ast.Subscript))


def _joined(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    arguments = {id(each) for node in nodes for each in _arguments(node)}
    for node in nodes:
        if isinstance(node, ast.IfExp):
            yield from (node.body, node.orelse)
        elif isinstance(node, ast.BoolOp):
            yield from node.values
        elif isinstance(node, _DISPLAYS) and id(node) not in arguments:
            yield from _items(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from node.args if node.func.id in _JOINING else ()
        elif isinstance(node, (ast.For, ast.comprehension)) and isinstance(node.iter, ast.Tuple):
            yield from node.iter.elts


def _arguments(node: ast.AST) -> Iterator[ast.expr]:
    """The arguments of a call that makes an array, with the items of nested lists."""
    pending: list[ast.expr] = []
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=arguments) if name in _ARRAY_MAKERS:
            pending = [*arguments]
    while pending:
        argument = pending.pop()
        yield argument
        if isinstance(argument, (ast.List, ast.Tuple)):
            pending.extend(argument.elts)


def _items(display: ast.expr) -> list[ast.expr]:
    """The values in a written list, set or dictionary, which mypy joins; none for a tuple."""
    if isinstance(display, ast.Dict):
        return display.values
    return display.elts if isinstance(display, (ast.List, ast.Set)) else []


def _rebound(read: Source) -> Iterator[ast.expr]:
    scopes: list[_Scope] = [read.tree, *(node for node in read.nodes if isinstance(node, _SCOPES))]
    values: dict[tuple[int, str], list[ast.expr | None]] = defaultdict(list)
    for scope in scopes:
        for name, value in _bindings(scope):
            # Attributes of one name count as one, whichever function sets them.
            values[(0 if name.startswith(".") else id(scope), name)].append(value)
    for several in values.values():
        if len(several) > 1:
            yield from (value for value in several if value is not None)


def _bindings(scope: _Scope) -> Iterator[tuple[str, ast.expr | None]]:
    """The names bound in a scope, without inner scopes, with their values if known."""
    for node in _own_nodes(scope):
        if isinstance(node, ast.Assign):
            yield from ((name, node.value) for each in node.targets for name in _names(each))
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
            yield from ((name, node.value) for name in _names(node.target))
        elif isinstance(node, (ast.AugAssign, ast.For, ast.AsyncFor)):
            yield from ((name, None) for name in _names(node.target))


def _own_nodes(scope: _Scope) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [*scope.body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _SCOPES):
            pending.extend(ast.iter_child_nodes(node))


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Attribute):
        yield f".{target.attr}"
    elif isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            yield from _names(item)
