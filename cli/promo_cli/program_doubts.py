"""Finds statements that may turn x64 on: what happens when the program runs decides.

They stand in functions that the file itself does not call when it starts, and under conditions; or
the value is computed, as in ``jax.config.update("jax_enable_x64", arguments.double)``.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from promo_cli.finding import Finding
from promo_cli.program_flags import X64_FLAG, change
from promo_cli.program_imports import importers, reversed_edges
from promo_cli.program_settings import Update, imports_jax, programs_in
from promo_cli.program_statements import Program
from promo_cli.remarks import with_notes
from promo_mypy.errorcodes import DTYPE_X64
from promo_mypy.inference.conftests import is_of_tests
from promo_typing.core.module_names import closed
from promo_typing.core.project_settings import X64

if TYPE_CHECKING:
    from mypy.modulefinder import BuildSource

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
_AND_BACK: Final = 2
"""A function with this many changes turns the setting on for a while only."""


class InDoubt(NamedTuple):
    """The files in which x64 may be on, and the place of a statement that may turn it on."""

    files: Collection[str]
    place: str

    def without(self, findings: Sequence[Finding]) -> tuple[list[Finding], list[str]]:
        """Leave out the errors that hold only with x64 off.

        Returns:
            The other findings, and a note for the user if any are left out.
        """
        if not self.files:
            return [*findings], []
        grouped = with_notes(findings)
        kept = [each for each in grouped if not self._is_doubtful(each.finding)]
        number = len(grouped) - len(kept)
        notes = [self._note(number)] if number else []
        return [finding for each in kept for finding in each.all], notes

    def _is_doubtful(self, found: Finding) -> bool:
        return found.code == DTYPE_X64.code and found.file in self.files

    def _note(self, number: int) -> str:
        left_out = "1 error" if number == 1 else f"{number} errors"
        return (
            f"{self.place} may turn x64 on: {left_out} about 64-bit dtypes left out; "
            f"{X64_FLAG.advice}"
        )


NOT_IN_DOUBT: Final = InDoubt((), "")


def in_doubt(sources: Sequence[BuildSource], on: Iterable[Update]) -> InDoubt:
    """Return the files of a program in which x64 may be on.

    Those are the files with statements that may turn it on, their importers, and all that these
    import. Tests turn it on for themselves, and a function that turns it off again does not count.

    Args:
        sources: the modules of the program.
        on: the statements that turn x64 on for certain. Their files are not in doubt.
    """
    decided = {each.path for each in on}
    paths = [each.path for each in sources if each.path and each.path not in decided]
    places = list(_places(programs_in([path for path in paths if not is_of_tests(path)])))
    if not places:
        return NOT_IN_DOUBT
    by_importers = importers(sources)
    stated = {path for path, _ in places}
    modules = (each.module for each in sources if each.path in stated)
    started = closed(modules, by_importers.__getitem__)
    run = closed(started, reversed_edges(by_importers).__getitem__)
    path, line = places[0]
    files = {each.path for each in sources if each.path and each.module in run}
    return InDoubt(files - decided, f"{path}:{line}")


def _places(programs: Mapping[str, Program]) -> Iterator[tuple[str, int]]:
    """The files and lines of statements that may turn x64 on."""
    for path, program in programs.items():
        is_read = any(map(imports_jax, program.tree.body))
        for node in _lasting(program.tree):
            if isinstance(node, ast.stmt) and _may_turn_on(node, is_read=is_read):
                yield path, node.lineno


def _lasting(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a file, without functions that change the setting more than once."""
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, _FUNCTIONS) and _changes(child) >= _AND_BACK):
            yield child
            yield from _lasting(child)


def _changes(function: ast.AST) -> int:
    found = (change(each) for each in ast.walk(function))
    return sum(each is not None and each.flag.setting == X64 for each in found)


def _may_turn_on(statement: ast.stmt, *, is_read: bool) -> bool:
    """Whether a statement may turn x64 on.

    ``is_read`` is whether JAX has read its environment variables when functions of the file run.
    """
    found = change(statement)
    if found is None or found.flag.setting != X64 or found.is_on is False:
        return False
    return not found.by_environment or (found.is_on is True and not is_read)
