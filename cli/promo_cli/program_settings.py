"""Finds the settings that a program turns on: ``jax.config.update("jax_enable_x64", True)``.

``os.environ["JAX_ENABLE_X64"] = "1"`` does the same, if it comes before the import of JAX.
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
        on: the value in our settings that stands for "on".
        values: JAX's values for the setting, each with whether it means "on".
        words: its name in messages.
        advice: how a user can state whether it is on.
    """

    setting: str
    on: object
    values: Mapping[object, bool]
    words: str
    advice: str

    def is_on(self, word: str) -> bool | None:
        """Return whether this value of an environment variable means "on"; None if unknown."""
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
"""The settings by the environment variables from which JAX reads them."""
FLAGS: Final = tuple(_FLAGS.values())
_X64_ENABLED: Final = re.compile(
    r"""^(?:jax\.)?config\.(?:jax_enable_x64|x64_enabled|read\(['"]jax_enable_x64['"]\))$"""
)
"""Expressions that ask JAX whether x64 is on."""
_ENVIRONMENTS: Final = ("os.environ", "environ")
"""Expressions for the process's environment variables."""


class Update(NamedTuple):
    """A statement at the top of a module that turns a setting on or off.

    ``imported`` is whether the statement also runs when the module is only imported.
    """

    path: str
    line: int
    flag: Flag
    is_on: bool
    imported: bool

    def __str__(self) -> str:
        """Render the statement for a message: ``train.py:3 turns x64 on``."""
        return f"{self.path}:{self.line} turns {self.flag.words} {'on' if self.is_on else 'off'}"


def stated_in(paths: Iterable[str]) -> list[Update]:
    """Return the statements that turn settings on or off at the top of files."""
    return [update for path in paths for update in updates(path)]


def modules_with(stated: Sequence[Update], sources: Sequence[BuildSource]) -> set[str]:
    """Return the names of the modules that only run with a setting on.

    ``stated`` are the statements that turn the setting on. It is on in modules with such a
    statement, and in their importers. It is on in a module that these import only if every program
    that imports the module has it on; otherwise the module runs with the setting off, too.
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
    """The modules where programs start that import a module: no other module imports the start.

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
        return  # mypy reports the error.
    reads_environment = True
    for statement, imported in _executed(module.body):
        reads_environment &= not _imports_jax(statement)
        found = _update(statement) or (_set_variable(statement) if reads_environment else None)
        if found is not None:
            yield Update(path, statement.lineno, *found, imported)


def _executed(body: Iterable[ast.stmt]) -> Iterator[tuple[ast.stmt, bool]]:
    """The top-level statements of a module, each with whether an import of the module executes it.

    The body of ``if __name__ == "__main__"`` runs only if the module is the program. The body of
    ``if not jax.config.read("jax_enable_x64")`` counts if it turns x64 on: x64 is on afterwards in
    either case.
    """
    for statement in body:
        yield statement, True
        if isinstance(statement, ast.If) and "__main__" in ast.unparse(statement.test):
            yield from ((each, False) for each in statement.body)
        elif isinstance(statement, ast.If) and _asks_whether_off(statement.test):
            yield from ((each, True) for each in statement.body if _turns_on(each))


def _asks_whether_off(test: ast.expr) -> bool:
    """Whether a condition asks if x64 is off."""
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
    """The setting that a call of ``config.update`` sets, and whether it is on then."""
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
    """The setting that an assignment to ``os.environ`` sets, and whether it is on then."""
    match statement:
        case ast.Assign(
            targets=[ast.Subscript(value=environment, slice=ast.Constant(value=str(name)))],
            value=ast.Constant(value=str(word)),
        ) if name in _VARIABLES and ast.unparse(environment) in _ENVIRONMENTS:
            is_on = _VARIABLES[name].is_on(word.strip().lower())
            return None if is_on is None else (_VARIABLES[name], is_on)
    return None
