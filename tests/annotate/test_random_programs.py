"""Random programs: recorded, annotated, checked, and run again with every annotation enforced.

``pytest tests/annotate --seed 7`` draws other programs.
"""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

import pytest

from tests.inference.generator import program as drawn

from .conftest import Program, enforced

PROGRAMS = 2
FUNCTIONS = 8
CALLS = 10
LEAST_ANNOTATED = 4
"""The least number of annotations: functions with many dtypes get none, and are inferred."""


def count_annotations(source: str) -> int:
    """How many parameters and results have an annotation."""
    functions = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef)]
    found = [arg.annotation for each in functions for arg in each.args.args]
    return sum(each is not None for each in [*found, *(each.returns for each in functions)])


class Checked(NamedTuple):
    errors: int
    percent_known: float


def checked(program: Program) -> Checked:
    out = program.promo("check", "library.py", "main.py").out
    found, known = re.search(r"Found (\d+) error", out), re.search(r"\((\d+\.\d) %\)", out)
    assert known is not None, out
    return Checked(int(found[1]) if found else 0, float(known[1]))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(PROGRAMS))
def test_a_random_program(number: int, program: Program, pytestconfig: pytest.Config) -> None:
    library, main = drawn(f"{pytestconfig.getoption('--seed')} annotate {number}", FUNCTIONS, CALLS)
    program.write("library.py", library)
    program.write("main.py", main)
    before = checked(program)
    arguments = ("annotate", "library.py", "main.py", "--run", "python main.py")
    result = program.promo(*arguments, "--write")
    assert result.status == 0, result.err
    texts = {name: program.read(name) for name in ("library.py", "main.py")}
    assert sum(count_annotations(text) for text in texts.values()) >= LEAST_ANNOTATED, result.err
    after = checked(program)
    assert after.errors == before.errors
    assert after.percent_known >= before.percent_known - 1
    again = program.promo(*arguments, "--check")
    assert (again.status, again.out) == (0, ""), again.err
    for name, text in texts.items():
        program.write(name, enforced(text))
    ran = program.python("main.py")
    assert ran.status == 0, ran.err
