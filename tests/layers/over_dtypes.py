"""Compares calls over several operands with JAX, in one program."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.cli.conftest import Project
from tests.cli.test_objects import revealed
from tests.typesafety.test_inference import executed


def write(
    path: Path, start: str, one: Sequence[str], two: Sequence[str], operands: Sequence[str]
) -> None:
    """Write a program that reveals calls of one and of two operands, over all operands."""
    calls = [each.format(operand) for each in one for operand in operands]
    calls += [each.format(*pair) for each in two for pair in product(operands, repeat=2)]
    path.write_text(start + "".join(f"reveal_type({each})\n" for each in calls))


def compare(script: Path, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Assert that ``promo reveal`` names the dtype of JAX in each line."""
    lines = script.read_text().splitlines()
    expected = executed(script, monkeypatch)
    found = revealed(project, script)
    assert {lines[line - 1]: found[line] for line in expected} == {
        lines[line - 1]: dtype for line, dtype in expected.items()
    }
