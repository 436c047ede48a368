"""One set of programs, and one set of expectations, for every type checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_typing.lattice import jax_lattice
from promo_typing.lattice.semantics import Semantics
from tests.static import deviations
from tests.static.checkers import CHECKERS, Checker, Errors
from tests.static.expectations import (
    PROGRAMS,
    Places,
    copy_programs,
    marked_lines,
    source_line,
)
from tests.static.pairs import pairs_program
from tests.static.unary_operators import unary_program

DEVIATIONS = deviations.load()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copy_programs(tmp_path)
    (tmp_path / "pairs.py").write_text(pairs_program(jax_lattice()), encoding="utf-8")
    (tmp_path / "unary.py").write_text(unary_program(Semantics()), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("checker", CHECKERS.values(), ids=lambda checker: checker.name)
def test_errors_are_exactly_the_marked_lines(checker: Checker, folder: Path) -> None:
    errors = checker.errors(folder)
    unexpected = set(errors) ^ marked_lines(folder)
    listed = {
        (each.program, number)
        for each in DEVIATIONS
        if checker.name in each.checkers
        for number in _lines_of(each, folder)
    }
    new = _describe(unexpected - listed, errors, folder)
    gone = _describe(listed - unexpected, errors, folder)
    assert not new, f"{checker.name} deviates on lines that are not listed:\n{new}"
    assert not gone, f"{checker.name} no longer deviates, drop from deviations.toml:\n{gone}"


@pytest.mark.parametrize("deviation", DEVIATIONS, ids=lambda each: each.code)
def test_deviation_names_one_line_and_known_checkers(deviation: deviations.Deviation) -> None:
    assert len(_lines_of(deviation, PROGRAMS)) == 1
    assert set(deviation.checkers) <= set(CHECKERS)
    assert deviation.reason


def test_programs_expect_something() -> None:
    for program in PROGRAMS.glob("*.py"):
        text = program.read_text(encoding="utf-8")
        assert "assert_type(" in text or "# error" in text, program.name
        assert "type: ignore" not in text, program.name


def _lines_of(deviation: deviations.Deviation, folder: Path) -> list[int]:
    lines = (folder / deviation.program).read_text(encoding="utf-8").splitlines()
    return [n for n, line in enumerate(lines, start=1) if line.strip() == deviation.code]


def _describe(places: Places, errors: Errors, folder: Path) -> str:
    return "\n".join(
        f"{place[0]}:{place[1]}: {source_line(folder, place)}\n"
        f"    reported: {' / '.join(errors.get(place, ['nothing']))}"
        for place in sorted(places)
    )
