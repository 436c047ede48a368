"""Expressions that mypy gives Any are known to ``promo reveal`` if a function returns them.

The programs are run, too: the dtype of each ``reveal_type`` is compared with the revealed one.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Project
from tests.typesafety.test_inference import UNKNOWN, executed

PROGRAMS = Path(__file__).parent / "objects"
ASKED = "reveal_type"


def revealed(project: Project, program: Path) -> dict[int, str]:
    """The dtype that is revealed for the argument of each ``reveal_type``; ``Any`` if unknown."""
    shutil.copy(program, project.folder)
    run = project.promo("reveal", "--format", "json", program.name)
    lines = program.read_text().splitlines()
    found = dict.fromkeys(_asking(lines), "Any")
    for each in json.loads(run.out)["expressions"]:
        line = each["line"]
        if line in found and f"{ASKED}({each['text']})" in lines[line - 1] and each["dtypes"]:
            found[line] = " | ".join(each["dtypes"])
    return found


def _asking(lines: list[str]) -> Iterator[int]:
    return (number for number, line in enumerate(lines, 1) if f"{ASKED}(" in line)


def expected(program: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, str]:
    """The dtype of the argument of each ``reveal_type``; ``Any`` where the line says so."""
    lines = program.read_text().splitlines()
    return {
        line: "Any" if UNKNOWN in lines[line - 1] else dtype
        for line, dtype in executed(program, monkeypatch).items()
    }


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_jax_agrees(program: Path, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert revealed(project, program) == expected(program, monkeypatch)


FOUND = """\
from dataclasses import dataclass

import jax.numpy as jnp
import numpy as np
from jax import Array


@dataclass
class State:
    weights: Array


def made():
    return State(jnp.ones(3, jnp.bfloat16))


def widened(state):
    return state.weights * np.float32(2)


def run() -> Array:
    state = made()
    twice = jnp.ones(3, jnp.float16) * np.float32(2)
    return twice + state.weights * np.float32(3) + widened(state)


module = made()
module.weights * np.float32(4)
"""


def test_each_finding_is_reported_once(project: Project) -> None:
    """Findings of mypy itself, of the plugin, and of inference for a call."""
    project.write("main.py", FOUND)
    said = project.promo("check", "--format", "json", "main.py")
    found = json.loads(said.out)["findings"]
    told = [each for each in found if "comes from" not in each["message"]]
    errors = {each["line"]: each["code"] for each in told if each["severity"] == "error"}
    assert errors == dict.fromkeys((18, 23, 24, 28), "dtype-numpy-widening")
    assert [each["line"] for each in told] == [18, 18, 23, 24, 28]  # A note at 18 names the call.
