"""Whether a program itself turns x64 on: ``jax.config.update("jax_enable_x64", True)``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from promo_cli.command_error import CommandError
from promo_cli.source import source

_FLAG: Final = "jax_enable_x64"


class Update(NamedTuple):
    """A statement at the top of a module that turns x64 on or off."""

    path: str
    line: int
    x64: bool

    def __str__(self) -> str:
        """Render the place, and what the statement does."""
        return f"{self.path}:{self.line} turns x64 {'on' if self.x64 else 'off'}"


def stated_in(paths: Iterable[str]) -> Update | None:
    """Return the first statement that turns x64 on or off at the top of one of the files.

    Raises:
        CommandError: one turns x64 on, and another one off.
    """
    stated = [update for path in paths for update in updates(path)]
    contrary = next((each for each in stated if each.x64 != stated[0].x64), None)
    if contrary is not None:
        raise CommandError(
            f"{stated[0]}, and {contrary}; check them apart, or say which holds with --x64 or "
            "--no-x64"
        )
    return stated[0] if stated else None


def updates(path: str) -> Iterator[Update]:
    """Return the statements at the top of a file that turn x64 on or off."""
    lines = source(path).lines
    if not any(_FLAG in line for line in lines):
        return
    try:
        module = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError):
        return  # mypy says what is wrong.
    for statement in _executed(module.body):
        value = _new_value(statement)
        if value is not None:
            yield Update(path, statement.lineno, value)


def _executed(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module; those of ``if __name__ == "__main__"`` are executed, too."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If) and "__main__" in ast.unparse(statement.test):
            yield from statement.body


def _new_value(statement: ast.stmt) -> bool | None:
    """What a statement makes of the flag, None if it leaves it or the value is not written."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(attr="update"),
                args=[ast.Constant(value=str(flag)), ast.Constant(value=bool(value))],
            )
        ) if flag == _FLAG:
            return value
    return None
