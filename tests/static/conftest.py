"""Runs each checker once over all programs, for all tests that need its answers."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from promo_typing.core.versions import installed
from promo_typing.lattice import jax_lattice
from promo_typing.lattice.semantics import Semantics
from tests.static.checkers import BY_NAME, CHECKERS, WITH_PLUGIN, Checker, Errors
from tests.static.expectations import PLUGIN_PROGRAMS, PROGRAMS
from tests.static.function_calls import FunctionCall, function_calls, program
from tests.static.pairs import pairs_program
from tests.static.unary_operators import unary_program

CALLS = "calls.py"
WRONG = "def wrong() -> None:\n    assert_type(1, str)\n"
"""The end of a program: a line that every checker reports if it reads the whole program."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A checker's messages about the programs in a folder, and the calls in one of them."""

    checker: Checker
    folder: Path
    calls: list[FunctionCall]
    errors: Errors

    def of_the_calls(self) -> dict[int, list[str]]:
        """The messages about the program of calls, by line."""
        return {line: said for (name, line), said in self.errors.items() if name == CALLS}

    def of_the_others(self) -> Errors:
        """The messages about the other programs."""
        return {place: said for place, said in self.errors.items() if place[0] != CALLS}


@pytest.fixture(scope="session", params=BY_NAME)
def checked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Checked:
    """Each checker with its messages."""
    checker = CHECKERS[request.param]
    folder = tmp_path_factory.mktemp("programs")
    knows_the_version = checker.name == WITH_PLUGIN
    for source in (PROGRAMS, *([PLUGIN_PROGRAMS] if knows_the_version else [])):
        shutil.copytree(source, folder, dirs_exist_ok=True)
    calls = list(function_calls(Semantics(jax=installed() if knows_the_version else None)))
    written = {
        "pairs.py": pairs_program(jax_lattice()),
        "unary.py": unary_program(Semantics()),
        CALLS: program(calls) + WRONG,
    }
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Checked(checker, folder, calls, checker.errors(folder))
