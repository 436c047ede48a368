"""What mypy reveals of programs with layers is what these return at run time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.typesafety.mypy_runs import Run, mypy, write
from tests.typesafety.test_inference import SETTINGS, differences
from tests.unit.systems.libraries import library

PROGRAMS = Path(__file__).parent / "programs"

for each in ("flax", "equinox", "haiku"):
    library(each)


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(tmp_path, PROGRAMS, monkeypatch) == []
