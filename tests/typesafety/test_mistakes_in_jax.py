"""JAX itself judges the cases of ``test_mistakes.yml``, and those of lints about numbers.

Each reported statement raises an error or warns when it runs, and no other statement does. A few
are reported although JAX is silent: a number that JAX replaces by another one (then the results
must be equal), and a comparison by ``is`` (then the result must be as the message says).
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
    """A statement of a case, and the plugin's report in it; empty if there is none."""

    source: str
    reported: str


def statements(program: str) -> Iterator[Statement]:
    """The statements of a program; a comment has the expected report."""
    lines = program.splitlines()
    for node in ast.parse(program).body:
        own = lines[node.lineno - 1 : node.end_lineno]
        reported = [line.partition("# E: ")[2] for line in own if "# E: " in line]
        yield Statement(ast.unparse(node), " ".join(reported))


def run(statement: Statement, names: dict[str, Any]) -> Any:
    """Run a statement, with warnings as errors; a function without parameters is called, too.

    About numbers that a lint reports, JAX warns in some places at once, in others under ``jit``.
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
