"""The systems agree with the installed libraries on Python integers of all sizes beside arrays."""

from __future__ import annotations

import csv
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from promo_typing.systems import System, system
from tests.unit.systems.golden import dtype_of, rows_of
from tests.unit.systems.integers import DTYPES, TENSORFLOW_DTYPES, VALUES, executed
from tests.unit.systems.libraries import library

TENSORFLOW = {"default": "tensorflow", "safe": "tensorflow-safe", "all": "tensorflow-all"}


def check(ours: System, add: Callable[[str, int], Any], dtypes: tuple[str, ...] = DTYPES) -> None:
    pairs = list(itertools.product(dtypes, VALUES))
    answers = {(dtype, value): executed(add, dtype, value) for dtype, value in pairs}
    assert {pair: dtype_of(ours.result_type(*pair)).removesuffix("*") for pair in pairs} == answers
    assert "-" in answers.values()


@pytest.mark.parametrize("x64", [False, True])
def test_jax(x64: bool) -> None:
    with jax.enable_x64(x64):
        ours = system("jax-x64" if x64 else "jax")
        check(ours, lambda dtype, value: jnp.asarray(np.ones(1, dtype)) + value)


def test_numpy() -> None:
    check(system("numpy"), lambda dtype, value: np.ones(1, dtype) + value)


def test_torch() -> None:
    torch = library("torch")
    check(
        system("torch"),
        lambda dtype, value: torch.tensor(
            0, dtype=torch.result_type(torch.ones(1, dtype=getattr(torch, dtype)), value)
        ),
    )


def test_array_api() -> None:
    xp = library("array_api_strict")
    names = tuple(name for name in DTYPES if name != "bool")
    check(
        system("array-api"),
        lambda dtype, value: xp.ones(1, dtype=getattr(xp, dtype)) + value,
        names,
    )


@pytest.mark.parametrize("mode", TENSORFLOW)
def test_the_measured_values_of_tensorflow(mode: str) -> None:
    _, *rows = rows_of(f"tensorflow-2.21.0.{mode}.values.csv")
    assert len(rows) == 2 * len(TENSORFLOW_DTYPES) * len(VALUES)
    assert wrong(mode, rows) == []


@pytest.mark.parametrize("mode", TENSORFLOW)
def test_the_installed_tensorflow(mode: str) -> None:
    library("tensorflow")
    command = [sys.executable, "-m", "tests.unit.systems.integers", mode]
    quiet = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    run = subprocess.run(command, capture_output=True, text=True, env=quiet, check=True)
    _, *rows = csv.reader(run.stdout.splitlines())
    assert rows == rows_of(f"tensorflow-2.21.0.{mode}.values.csv")[1:]


def wrong(mode: str, rows: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    ours = system(TENSORFLOW[mode])
    found: list[tuple[str, ...]] = []
    for left, right, expected in rows:
        operands = [int(each) if each.lstrip("-").isdigit() else each for each in (left, right)]
        answer = dtype_of(ours.operation("arithmetic", *operands)).removesuffix("*")
        if answer != expected:
            found.append((left, right, expected, answer))
    return found
