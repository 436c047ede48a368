"""TensorFlow's operations, as measured on 2.21.0, and as measured anew if it is installed."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence

import pytest

from promo_typing.systems import system
from tests.unit.systems.golden import dtype_of, rows_of
from tests.unit.systems.libraries import library

SYSTEMS = {"default": "tensorflow", "safe": "tensorflow-safe", "all": "tensorflow-all"}


def wrong(mode: str, rows: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    promotions = system(SYSTEMS[mode])
    found: list[tuple[str, ...]] = []
    for kind, left, right, expected in rows:
        answer = dtype_of(promotions.operation(kind, *filter(None, (left, right))))  # type: ignore[arg-type]
        if expected not in ("!", answer):
            found.append((kind, left, right, expected, answer))
    return found


@pytest.mark.parametrize("mode", SYSTEMS)
def test_the_measured_operations(mode: str) -> None:
    _, *rows = rows_of(f"tensorflow-2.21.0.{mode}.operations.csv")
    assert {row[0] for row in rows} == {"sum", "comparison", "arithmetic", "in_place", "dot"}
    assert wrong(mode, rows) == []


@pytest.mark.parametrize("mode", SYSTEMS)
def test_the_installed_tensorflow(mode: str) -> None:
    library("tensorflow")
    command = [sys.executable, "-m", "tests.unit.systems.tensorflow_operations", mode]
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    run = subprocess.run(command, capture_output=True, text=True, env=quiet, check=True)
    _, *rows = csv.reader(run.stdout.splitlines())
    assert len(rows) > 1000
    assert wrong(mode, rows) == []
