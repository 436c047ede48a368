"""Finds the settings that a program turns on: ``jax.config.update("jax_enable_x64", True)``.

``os.environ["JAX_ENABLE_X64"] = "1"`` does the same, if it comes before the import of JAX.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from promo_cli.program_flags import NAMES, Change, Flag, asks_whether_off, change
from promo_cli.program_imports import importers, reversed_edges
from promo_cli.program_statements import Program, called
from promo_cli.source import source
from promo_typing.core.module_names import closed

if TYPE_CHECKING:
    from mypy.modulefinder import BuildSource

_JAX: Final = "jax"


class Update(NamedTuple):
    """A statement that turns a setting on or off when a program starts.

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


def stated_in(paths: Sequence[str]) -> list[Update]:
    """Return the statements that turn settings on or off when the programs in files start.

    A call of a function in another file counts, if that function turns a setting on. A setting that
    a file turns on and off is left out.
    """
    programs = programs_in(paths)
    switches = _switches(programs.values())
    programs |= programs_in([path for path in paths if path not in programs], switches)
    return [
        update
        for path in paths
        if path in programs
        for update in _unopposed(list(_updates(path, programs[path], switches)))
    ]


def programs_in(paths: Sequence[str], words: Collection[str] = NAMES) -> dict[str, Program]:
    """Return the files that have one of the words, as programs; files with errors are left out."""
    read = {path: _program("\n".join(source(path).lines), words) for path in paths if words}
    return {path: program for path, program in read.items() if program is not None}


def _program(text: str, words: Iterable[str]) -> Program | None:
    """A file as a program; None if it has none of the words, or cannot be parsed."""
    if not any(word in text for word in words):
        return None
    try:
        return Program(ast.parse(text), asks_whether_off)
    except (SyntaxError, ValueError):
        return None  # mypy reports the error.


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


def _switches(programs: Iterable[Program]) -> dict[str, Flag]:
    """The functions of the program that turn a setting on, by name."""
    return {
        name: found.flag
        for program in programs
        for name, function in program.functions.items()
        for each in program.executed(function.body)
        if (found := change(each.statement)) is not None and found.is_on
    }


def _updates(path: str, program: Program, switches: Mapping[str, Flag]) -> Iterator[Update]:
    """The statements of a file that turn settings on or off."""
    reads_environment = True
    imported = _imported_names(program.tree)
    for statement, its in program.executed():
        reads_environment &= not imports_jax(statement)
        found = change(statement) or _by_switch(statement, switches, imported)
        if found is None or found.is_on is None or (found.by_environment and not reads_environment):
            continue
        yield Update(path, statement.lineno, found.flag, found.is_on, its)


def _unopposed(found: Sequence[Update]) -> Iterator[Update]:
    """The updates of a file, without those of a setting that it turns on and off."""
    for each in found:
        if all(other.is_on == each.is_on for other in found if other.flag is each.flag):
            yield each


def _by_switch(
    statement: ast.stmt, switches: Mapping[str, Flag], imported: Collection[str]
) -> Change | None:
    """The change by a call of a function of another file."""
    for name in called(statement):
        last = name.rpartition(".")[2]
        if last in switches and name.partition(".")[0] in imported:
            return Change(switches[last], is_on=True)
    return None


def _imported_names(tree: ast.Module) -> frozenset[str]:
    """The names that a file imports."""
    return frozenset(
        (each.asname or each.name).partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for each in node.names
    )


def imports_jax(statement: ast.stmt) -> bool:
    """Whether a statement imports JAX, which then reads its environment variables."""
    match statement:
        case ast.Import(names=names):
            return any(each.name.partition(".")[0] == _JAX for each in names)
        case ast.ImportFrom(module=str(module)):
            return module.partition(".")[0] == _JAX
    return False
