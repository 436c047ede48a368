"""One set of programs, and one set of expectations, for every type checker."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.static import deviations
from tests.static.checkers import CHECKERS, Errors
from tests.static.expectations import PROGRAMS, Places, marked_lines, source_line

from .conftest import Checked

DEVIATIONS = deviations.load()


def test_errors_are_exactly_the_marked_lines(checked: Checked) -> None:
    checker, folder, errors = checked.checker, checked.folder, checked.of_the_others()
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
