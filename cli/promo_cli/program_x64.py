"""Whether a program itself turns x64 on: ``jax.config.update("jax_enable_x64", True)``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from promo_cli.program_imports import importers, reversed_edges
from promo_cli.source import source
from promo_typing.core.module_names import closed

if TYPE_CHECKING:
    from mypy.modulefinder import BuildSource

_FLAG: Final = "jax_enable_x64"


class Update(NamedTuple):
    """A statement at the top of a module that turns x64 on or off.

    ``imported`` says whether it is executed when the module is imported, too.
    """

    path: str
    line: int
    x64: bool
    imported: bool

    def __str__(self) -> str:
        """Render the place, and what the statement does."""
        return f"{self.path}:{self.line} turns x64 {'on' if self.x64 else 'off'}"


def stated_in(paths: Iterable[str]) -> list[Update]:
    """Return the statements that turn x64 on or off at the top of files."""
    return [update for path in paths for update in updates(path)]


def wide_modules(stated: Sequence[Update], sources: Sequence[BuildSource]) -> set[str]:
    """Return the names of the modules that run with x64 on because of some statements.

    These are the modules that have such a statement or import one that has, and those that nothing
    else imports. A module that others import, too, runs with x64 off as well.
    """
    by_importers = importers(sources)
    imports = reversed_edges(by_importers)
    names = {each.path: each.module for each in sources}
    on = {*closed((names[each.path] for each in stated if each.imported), by_importers.__getitem__)}
    on |= {names[each.path] for each in stated}
    imported = closed(on, imports.__getitem__) - on
    starts = {each: _starts(each, by_importers, imports) for each in imported}
    return on | {each for each in imported if starts[each] <= on}


def _starts(
    module: str, by_importers: Mapping[str, set[str]], imports: Mapping[str, set[str]]
) -> set[str]:
    """The modules from which a module is imported, at once or by others, that nothing imports.

    Modules that import one another count as one.
    """
    return {
        each
        for each in closed([module], by_importers.__getitem__)
        if closed([each], by_importers.__getitem__) <= closed([each], imports.__getitem__)
    }


def updates(path: str) -> Iterator[Update]:
    """Yield the statements at the top of a file that turn x64 on or off."""
    lines = source(path).lines
    if not any(_FLAG in line for line in lines):
        return
    try:
        module = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError):
        return  # mypy says what is wrong.
    for statement, imported in _executed(module.body):
        value = _new_value(statement)
        if value is not None:
            yield Update(path, statement.lineno, value, imported)


def _executed(body: Iterable[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    """The statements of a module, each with whether importing the module executes it.

    Those of ``if __name__ == "__main__"`` are executed where it is the program.
    """
    for statement in body:
        yield statement, True
        if isinstance(statement, ast.If) and "__main__" in ast.unparse(statement.test):
            yield from ((each, False) for each in statement.body)


def _new_value(statement: ast.stmt) -> bool | None:
    """The value that a statement gives to the flag; None for other statements."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(attr="update"),
                args=[ast.Constant(value=str(flag)), ast.Constant(value=bool(value))],
            )
        ) if flag == _FLAG:
            return value
    return None
