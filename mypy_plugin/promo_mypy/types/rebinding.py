"""Where a variable gets a value that is not its only one.

mypy infers the type of a variable from its first value, and refuses others that do not fit.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import TypeAlias

Position: TypeAlias = tuple[int, int, int | None, int | None]
"""Line and column of the start, and of the end, of an expression."""

_Scope: TypeAlias = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def rebound_values(path: str) -> frozenset[Position]:
    """Return the positions of all values of variables and attributes that have several."""
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        return frozenset()
    scopes = [tree, *(node for node in ast.walk(tree) if isinstance(node, _SCOPES))]
    values: dict[tuple[int, str], list[ast.expr | None]] = defaultdict(list)
    for scope in scopes:
        for name, value in _bindings(scope):
            # Attributes of one name are taken for one, in whatever function they are set.
            values[(0 if name.startswith(".") else id(scope), name)].append(value)
    return frozenset(
        (value.lineno, value.col_offset, value.end_lineno, value.end_col_offset)
        for several in values.values()
        if len(several) > 1
        for value in several
        if value is not None
    )


def _bindings(scope: _Scope) -> Iterator[tuple[str, ast.expr | None]]:
    """What is bound in a scope, but not in those inside it, with the value where there is one."""
    for node in _own_nodes(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from ((name, node.value) for name in _name(target))
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
            yield from ((name, node.value) for name in _name(node.target))
        elif isinstance(node, ast.AugAssign):
            yield from ((name, None) for name in _name(node.target))
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            yield from ((name, None) for name in _name(node.target))


def _own_nodes(scope: _Scope) -> Iterator[ast.AST]:
    pending: list[ast.AST] = [*scope.body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, _SCOPES):
            pending.extend(ast.iter_child_nodes(node))


def _name(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Attribute):
        yield f".{target.attr}"
    elif isinstance(target, (ast.Tuple, ast.List)):
        for item in target.elts:
            yield from _name(item)
