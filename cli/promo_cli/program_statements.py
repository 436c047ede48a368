"""Finds the statements of a file that run for certain when the program starts."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_DEFINITIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)

_CALLING: Final = (ast.Expr, ast.Assign, ast.AnnAssign, ast.Return, ast.Raise)
"""Statements without blocks; ``raise SystemExit(main())`` is one of them."""


class Executed(NamedTuple):
    """A statement that runs, and whether it also runs when the module is only imported."""

    statement: ast.stmt
    imported: bool


class Program:
    """A file as a program: its statements, and its functions by name."""

    def __init__(self, tree: ast.Module, is_asked: Callable[[ast.expr], bool]) -> None:
        """Read the functions of a file.

        Args:
            tree: the file.
            is_asked: whether a condition asks if a setting is off. The body of such an ``if``
                counts as run: afterwards the setting is on in either case.
        """
        self.tree: Final = tree
        self.functions: Final = {
            each.name: each for each in tree.body if isinstance(each, _Function)
        }
        self._is_asked = is_asked

    def executed(self, body: Iterable[ast.stmt] | None = None) -> Iterator[Executed]:
        """Yield the statements that run, in order: by default those of the whole file.

        These are the statements in ``body``, in its ``try`` and ``with`` blocks, and in functions
        of the file that they call or pass on, as in ``app.run(main)``. The body of
        ``if __name__ == "__main__"`` runs only if the module is the program.
        """
        yield from self._run(self.tree.body if body is None else body, imported=True, entered=set())

    def _run(
        self, body: Iterable[ast.stmt], *, imported: bool, entered: set[tuple[str, bool]]
    ) -> Iterator[Executed]:
        """Yield the statements that run; ``entered`` are the functions that were yielded before."""
        for statement in body:
            if isinstance(statement, _DEFINITIONS):
                continue
            yield Executed(statement, imported)
            is_main = isinstance(statement, ast.If) and "__main__" in ast.unparse(statement.test)
            inner = self._block(statement, is_main=is_main)
            yield from self._run(inner, imported=imported and not is_main, entered=entered)
            for name in called(statement):
                if name in self.functions and (name, imported) not in entered:
                    entered.add((name, imported))
                    called_body = self.functions[name].body
                    yield from self._run(called_body, imported=imported, entered=entered)

    def _block(self, statement: ast.stmt, *, is_main: bool) -> list[ast.stmt]:
        """The statements inside another one that run with it."""
        match statement:
            case ast.Try(body=body, orelse=orelse, finalbody=last):
                return [*body, *orelse, *last]
            case ast.With(body=body):
                return body
            case ast.If(test=test, body=body) if is_main or self._is_asked(test):
                return body
        return []


def called(statement: ast.stmt) -> Iterator[str]:
    """Yield the names of functions that a statement without blocks calls, or passes to a call."""
    if isinstance(statement, _CALLING):
        for node in ast.walk(statement):
            if isinstance(node, ast.Call):
                passed = [*node.args, *(each.value for each in node.keywords)]
                names = (ast.unparse(each) for each in (node.func, *passed) if _is_name(each))
                yield from names


def _is_name(expression: ast.expr) -> bool:
    """Whether an expression is a name, or names with dots between them."""
    while isinstance(expression, ast.Attribute):
        expression = expression.value
    return isinstance(expression, ast.Name)
