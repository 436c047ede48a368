"""What a program itself turns on: ``jax.config.update("jax_enable_x64", True)``.

So it does by ``os.environ["JAX_ENABLE_X64"] = "1"``, which JAX reads when it is imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from promo_cli.program_imports import importers, reversed_edges
from promo_cli.pytest_environment import FALSE, TRUE
from promo_cli.source import source
from promo_typing.core.module_names import closed
from promo_typing.core.project_settings import PROMOTION_SETTING, X64

if TYPE_CHECKING:
    from mypy.modulefinder import BuildSource

_JAX: Final = "jax"


class Flag(NamedTuple):
    """A setting that programs turn on.

    Attributes:
        setting: its name in our settings.
        on: the value that they have then.
        values: JAX's values, and whether it is on with them.
        words: what it is called.
        advice: how a user says whether it is on.
    """

    setting: str
    on: object
    values: Mapping[object, bool]
    words: str
    advice: str

    def is_on(self, word: str) -> bool | None:
        """Return whether an environment variable with this value turns it on; None for others."""
        if True in self.values:
            return word in TRUE if word in TRUE | FALSE else None
        return self.values.get(word)


_FLAGS: Final = {
    "jax_enable_x64": Flag(
        X64, True, {True: True, False: False}, "x64", "say which holds with --x64 or --no-x64"
    ),
    "jax_numpy_dtype_promotion": Flag(
        PROMOTION_SETTING,
        "strict",
        {"strict": True, "standard": False},
        "strict promotion",
        "say which holds with --promotion",
    ),
}
_VARIABLES: Final = {name.upper(): flag for name, flag in _FLAGS.items()}
"""The environment variables that JAX reads."""
FLAGS: Final = tuple(_FLAGS.values())
_X64_ENABLED: Final = re.compile(
    r"""^(?:jax\.)?config\.(?:jax_enable_x64|x64_enabled|read\(['"]jax_enable_x64['"]\))$"""
)
"""Questions whether x64 is on."""
_ENVIRONMENTS: Final = ("os.environ", "environ")
"""What a program may call its environment."""


class Update(NamedTuple):
    """A statement at the top of a module that turns a setting on or off.

    ``imported`` says whether it is executed when the module is imported, too.
    """

    path: str
    line: int
    flag: Flag
    is_on: bool
    imported: bool

    def __str__(self) -> str:
        """Render the place, and what the statement does."""
        return f"{self.path}:{self.line} turns {self.flag.words} {'on' if self.is_on else 'off'}"


def stated_in(paths: Iterable[str]) -> list[Update]:
    """Return the statements that turn settings on or off at the top of files."""
    return [update for path in paths for update in updates(path)]


def modules_with(stated: Sequence[Update], sources: Sequence[BuildSource]) -> set[str]:
    """Return the names of the modules that run with a setting on because of some statements.

    These are the modules that have such a statement or import one that has, and those that nothing
    else imports. A module that others import, too, runs with the setting off as well.
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
    """Yield the statements at the top of a file that turn settings on or off."""
    lines = source(path).lines
    if not any(name in line for line in lines for name in (*_FLAGS, *_VARIABLES)):
        return
    try:
        module = ast.parse("\n".join(lines))
    except (SyntaxError, ValueError):
        return  # mypy says what is wrong.
    reads_environment = True
    for statement, imported in _executed(module.body):
        reads_environment &= not _imports_jax(statement)
        found = _update(statement) or (_set_variable(statement) if reads_environment else None)
        if found is not None:
            yield Update(path, statement.lineno, *found, imported)


def _executed(body: Iterable[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    """The statements of a module, each with whether importing the module executes it.

    Those of ``if __name__ == "__main__"`` are executed where it is the program, and after those of
    ``if not jax.config.read("jax_enable_x64")`` the setting is the same whether they were or not.
    """
    for statement in body:
        yield statement, True
        if isinstance(statement, ast.If) and "__main__" in ast.unparse(statement.test):
            yield from ((each, False) for each in statement.body)
        elif isinstance(statement, ast.If) and _asks_whether_off(statement.test):
            yield from ((each, True) for each in statement.body if _turns_on(each))


def _asks_whether_off(test: ast.expr) -> bool:
    """Whether a condition is that x64 is off."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=asked):
            return _X64_ENABLED.search(ast.unparse(asked)) is not None
    return False


def _turns_on(statement: ast.stmt) -> bool:
    found = _update(statement)
    return found is not None and found[0].setting == X64 and found[1]


def _imports_jax(statement: ast.stmt) -> bool:
    match statement:
        case ast.Import(names=names):
            return any(each.name.partition(".")[0] == _JAX for each in names)
        case ast.ImportFrom(module=str(module)):
            return module.partition(".")[0] == _JAX
    return False


def _update(statement: ast.stmt) -> tuple[Flag, bool] | None:
    """The setting that a call of ``config.update`` turns on or off."""
    match statement:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(attr="update"),
                args=[ast.Constant(value=str(name)), ast.Constant(value=value)],
            )
        ) if name in _FLAGS:
            is_on = _FLAGS[name].values.get(value)
            return None if is_on is None else (_FLAGS[name], is_on)
    return None


def _set_variable(statement: ast.stmt) -> tuple[Flag, bool] | None:
    """The setting that an environment variable turns on or off."""
    match statement:
        case ast.Assign(
            targets=[ast.Subscript(value=environment, slice=ast.Constant(value=str(name)))],
            value=ast.Constant(value=str(word)),
        ) if name in _VARIABLES and ast.unparse(environment) in _ENVIRONMENTS:
            is_on = _VARIABLES[name].is_on(word.strip().lower())
            return None if is_on is None else (_VARIABLES[name], is_on)
    return None
