"""Rewrites sources so that each expression passes its value to a function while it runs."""

from __future__ import annotations

import ast
import builtins
import importlib.machinery
import importlib.util
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

WATCH: Final = "__promo_watch__"
"""The name of the function that gets each value; programs do not use this name."""

Place: TypeAlias = tuple[int, int, int, int]
"""The line and the column where an expression begins and ends, as in a `Span` of the command."""

_WATCHED: Final = (
    ast.Name,
    ast.Call,
    ast.Attribute,
    ast.Subscript,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
    ast.IfExp,
    ast.BoolOp,
)


class Instrument(ast.NodeTransformer):
    """Wraps expressions that are read: ``x + y`` becomes ``watch(place, watch(…) + watch(…))``.

    Annotations, patterns and formatted strings stay, since a call is not allowed there.
    """

    def __init__(self, file: str, text: str) -> None:
        """Take the name of a file, for its places, and its text."""
        self._file = file
        self._lines = text.splitlines()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if not isinstance(node.target, ast.Name):
            node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        node.defaults = [self.visit(each) for each in node.defaults]
        node.kw_defaults = [each and self.visit(each) for each in node.kw_defaults]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.args = self.visit(node.args)
        node.body = [self.visit(each) for each in node.body]
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        changed = super().generic_visit(node)
        is_read = isinstance(getattr(changed, "ctx", ast.Load()), ast.Load)
        if not isinstance(changed, _WATCHED) or not is_read:
            return changed
        watch = ast.Name(WATCH, ast.Load())
        call = ast.Call(watch, [ast.Constant(self._file), self._place(changed), changed], [])
        return ast.copy_location(call, changed)

    def _place(self, node: ast.expr) -> ast.Tuple:
        """The span as the command counts it: from 1, in characters, the last one included."""
        last_line, last = node.end_lineno or node.lineno, node.end_col_offset or 0
        first = self._characters(node.lineno, node.col_offset) + 1
        place = node.lineno, first, last_line, self._characters(last_line, last)
        return ast.Tuple([ast.Constant(each) for each in place], ast.Load())

    def _characters(self, line: int, column: int) -> int:
        return len(self._lines[line - 1].encode()[:column].decode())


def instrument(folder: Path, watch: Callable[[str, Place, Any], Any]) -> None:
    """Instrument the modules that are imported from a folder from now on.

    Args:
        folder: the folder; other modules are not changed.
        watch: called with the file, relative to the folder, the place and the value of an
            expression; the program uses its result as the value.
    """
    root = os.path.realpath(folder)
    loader = importlib.machinery.SourceFileLoader
    usual = loader.get_code
    setattr(builtins, WATCH, watch)

    def get_code(self: Any, name: str) -> Any:
        path = self.get_filename(name)
        file = os.path.relpath(os.path.realpath(path), root)
        if file.startswith(os.pardir):
            return usual(self, name)
        # Python's bytecode cache is neither read nor written: it must not have instrumented code.
        return compile(instrumented(self.get_data(path), file), path, "exec", dont_inherit=True)

    loader.get_code = get_code  # type: ignore[assignment, method-assign]


def instrumented(data: bytes, file: str) -> ast.Module:
    """Return the tree of a module whose expressions are watched."""
    tree = ast.parse(data)
    text = importlib.util.decode_source(data)
    changed: ast.Module = Instrument(file, text).visit(tree)
    return ast.fix_missing_locations(changed)
