"""JAX itself judges the cases of ``test_mistakes.yml``, and those of lints about numbers.

Each statement there that is to be reported raises or warns when it runs, and no other one does. A
few are reported although JAX says nothing: a number that it takes for another one, for which the
result is that of the other one, and a comparison by ``is``, which is what the message says.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
import yaml

LINTS = ("lost_numbers", "infinite_fills")
"""The cases of ``test_lints.yml`` that JAX can judge."""


def programs(name: str) -> dict[str, str]:
    """The programs of a file of cases, by their names."""
    cases = yaml.safe_load(Path(__file__).with_name(name).read_text())
    return {case["case"]: case["main"] for case in cases}


CASES = {
    **programs("test_mistakes.yml"),
    **{name: programs("test_lints.yml")[name] for name in LINTS},
}
TAKEN = re.compile(r"takes (-?\d+) for (-?\d+) without a word")
LOST = re.compile(r"and (\S+) is (-?inf|nan|0|1) in it")
ALWAYS = re.compile(r" is always (True|False): ")


class Statement(NamedTuple):
    """A statement of a case, and what the plugin reports in it; empty if it is right."""

    source: str
    reported: str


def statements(program: str) -> Iterator[Statement]:
    """The statements of a program; a comment says what is reported."""
    lines = program.splitlines()
    for node in ast.parse(program).body:
        own = lines[node.lineno - 1 : node.end_lineno]
        reported = [line.partition("# E: ")[2] for line in own if "# E: " in line]
        yield Statement(ast.unparse(node), " ".join(reported))


def run(statement: Statement, names: dict[str, Any]) -> Any:
    """Run a statement, with warnings as errors; a function without parameters is called, too.

    Of numbers that are a lint JAX warns in some places, and under ``jit`` in others.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("error", FutureWarning)
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        warnings.filterwarnings("error", "Casting from complex")
        if not statement.reported.startswith("lint: "):
            warnings.filterwarnings("error", "overflow encountered in cast")
        parsed = ast.parse(statement.source).body[0]
        if isinstance(parsed, ast.Expr):
            return eval(statement.source, names)
        exec(statement.source, names)
        if isinstance(parsed, ast.FunctionDef) and not parsed.args.args:
            return names[parsed.name]()
        return None


@pytest.mark.parametrize("case", CASES)
def test_jax_agrees(case: str) -> None:
    names: dict[str, Any] = {}
    for statement in statements(CASES[case]):
        taken, always = TAKEN.search(statement.reported), ALWAYS.search(statement.reported)
        lost = LOST.search(statement.reported)
        if lost:
            written, becomes = (each.removeprefix("-") for each in lost.groups())
            replaced = statement.source.replace(written, f'float("{becomes}")')
            assert replaced != statement.source
            other = statement._replace(source=replaced)
            same = run(statement, names), run(other, names)
            assert np.array_equal(*same, equal_nan=True), statement.source
        elif taken:
            written, other_number = taken.groups()
            other = statement._replace(source=statement.source.replace(written, other_number))
            assert other.source != statement.source
            assert np.array_equal(run(statement, names), run(other, names)), statement.source
        elif always:
            assert str(run(statement, names)) == always.group(1), statement.source
        elif statement.reported:
            with pytest.raises((TypeError, ValueError, OverflowError, Warning)):
                run(statement, names)
        else:
            run(statement, names)
