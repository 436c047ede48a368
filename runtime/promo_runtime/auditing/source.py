"""Reads facts from the user's source at a place, without executing it."""

from __future__ import annotations

import ast
import contextlib
import functools
import linecache
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from types import ModuleType
from typing import Any, TypeAlias

from promo_runtime.auditing.conversion import Place

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_Scope: TypeAlias = _Function | ast.Module
_Span: TypeAlias = tuple[int, int, int | None, int | None]
_Bound: TypeAlias = ast.expr | ast.alias | None
"""The binding of a name: a value, an imported object, or unknown."""

_IGNORES = re.compile(r"\[([^\]]*)\]")


class Source:
    """A file: its expressions by place, and the values of its names."""

    def __init__(self, tree: ast.Module) -> None:
        """Take the syntax tree, parsed with type comments."""
        self._tree = tree
        self._parents = {
            child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)
        }
        self._nodes: dict[_Span, ast.expr | ast.AugAssign] = {}
        for node in ast.walk(tree):
            if isinstance(node, (ast.expr, ast.AugAssign)):
                span = node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset
                self._nodes.setdefault(span, node)
        self._bindings: dict[_Scope, dict[str, list[_Bound]]] = {}

    def at(self, place: Place) -> ast.expr | ast.AugAssign | None:
        """Return the expression at a place, or the assignment such as ``x *= y``."""
        # Columns of code objects and of ast are both in bytes.
        return self._nodes.get((place.line, place.column, place.end_line, place.end_column))

    def ignored_at(self, place: Place) -> frozenset[str] | None:
        """Return the codes in ``# type: ignore[...]`` comments; None if one ignores all."""
        codes: set[str] = set()
        for comment in self._tree.type_ignores:
            if place.line <= comment.lineno <= place.end_line:
                match = _IGNORES.match(comment.tag)
                if match is None:
                    return None
                codes.update(code.strip() for code in match[1].split(","))
        return frozenset(codes)

    def value_of(self, name: ast.Name) -> ast.expr | None:
        """Return the value that a name is bound to, None if it is bound several times."""
        bound = self._bound(name)
        return bound if isinstance(bound, ast.expr) else None

    def imported(self, expression: ast.expr) -> Any:
        """Return the object that an imported name such as ``jnp.zeros`` stands for."""
        match expression:
            case ast.Name():
                alias = self._bound(expression)
                return self._import(alias) if isinstance(alias, ast.alias) else None
            case ast.Attribute():
                base = self.imported(expression.value)
                # An attribute of anything but a module might be computed.
                known = isinstance(base, ModuleType)
                return getattr(base, expression.attr, None) if known else None
        return None

    def is_meant(self, node: ast.AST, dtype: str) -> bool:
        """Whether the program states the dtype of a result, or casts it at once."""
        parent = self._parents.get(node)
        if isinstance(parent, ast.AnnAssign):
            return parent.value is node and _names(parent.annotation, dtype)
        if isinstance(parent, ast.Return):
            function = self.function_around(node)
            result = None if isinstance(function, (ast.Lambda, ast.Module)) else function.returns
            return _names(result, dtype)
        while isinstance(parent, ast.expr):
            if isinstance(parent, ast.Attribute) and parent.attr == "astype":
                return True
            parent = self._parents.get(parent)
        return False

    def _import(self, alias: ast.alias) -> Any:
        statement = self._parents[alias]
        if isinstance(statement, ast.ImportFrom):
            module = sys.modules.get(statement.module or "") if not statement.level else None
            submodule = sys.modules.get(f"{statement.module}.{alias.name}")
            return getattr(module, alias.name, submodule)
        name = alias.name if alias.asname else alias.name.split(".")[0]
        return sys.modules.get(name)

    def _bound(self, name: ast.Name) -> _Bound:
        scope = self.function_around(name)
        while name.id not in self._names_in(scope) and scope is not self._tree:
            scope = self.function_around(scope)
        bound = self._names_in(scope).get(name.id, [])
        return bound[0] if len(bound) == 1 else None

    def function_around(self, node: ast.AST) -> _Scope:
        """Return the innermost function around a node, or the module."""
        around = self._parents.get(node, self._tree)
        while not isinstance(
            around, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)
        ):
            around = self._parents[around]
        return around

    def _names_in(self, scope: _Scope) -> dict[str, list[_Bound]]:
        if scope not in self._bindings:
            found: dict[str, list[_Bound]] = defaultdict(list)
            for node in _inside(scope):
                for name, bound in _bound_by(node):
                    found[name].append(bound)
            self._bindings[scope] = dict(found)
        return self._bindings[scope]


def source_of(file: str) -> Source | None:
    """Return the parsed source of a file; None if it cannot be read."""
    return _source(file, tuple(linecache.getlines(file)))


@functools.lru_cache(maxsize=64)
def _source(file: str, lines: tuple[str, ...]) -> Source | None:
    for comments in (True, False):  # What looks like a type comment may be none.
        with contextlib.suppress(SyntaxError, ValueError):
            return Source(ast.parse("".join(lines), file, type_comments=comments))
    return None


def _inside(scope: _Scope) -> Iterator[ast.AST]:
    """The nodes of a scope without those of inner functions and classes."""
    todo = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            todo += ast.iter_child_nodes(node)


def _bound_by(node: ast.AST) -> Iterator[tuple[str, _Bound]]:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                yield alias.asname or alias.name.split(".")[0], alias
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, None
        case ast.arg(arg=name):
            yield name, None
        case ast.Assign() | ast.AugAssign() | ast.For() | ast.comprehension() | ast.NamedExpr():
            yield from _unknown(*(node.targets if isinstance(node, ast.Assign) else [node.target]))
        case ast.withitem(optional_vars=ast.expr() as target):
            yield from _unknown(target)


def _unknown(*targets: ast.expr) -> Iterator[tuple[str, None]]:
    for target in targets:
        yield from ((each.id, None) for each in ast.walk(target) if isinstance(each, ast.Name))


def _names(annotation: ast.expr | None, dtype: str) -> bool:
    """Whether an annotation such as ``Array[jnp.float32]`` names a dtype."""
    words = "" if annotation is None else ast.unparse(annotation).lower()
    return re.search(rf"\b{dtype}\b", words) is not None
