"""Operators on two values of type ``ArrayLike``, under mypy with our stubs and with JAX's own.

Each operand is a union of nine classes, three of them NumPy's. All runs of a row check the same
program, which names no dtype. The limits are for mypy after a change of the program, when its cache
already has jax and numpy. In the second row our plugin infers: it checks the function once for each
call, and mypy with JAX's own annotations only once in all.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.checkers import PLUGIN, PROGRAM, Command, check, folder_with, mypy
from benchmarks.environments import create
from benchmarks.rows import Row, compare

ROUNDS = int(os.environ.get("PROMO_BENCH_ROUNDS", "3"))
LIMIT = 0.5
LIMIT_WITH_INFERENCE = 2.0
IMPORTS = "import jax\nimport jax.numpy as jnp\nfrom jax.typing import ArrayLike\n"
FORMULAS = """
def combine(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
    squares = a * a + b * b
    mixed = a * (b + c) * squares
    (a + b) * mixed * (b * c + a)
    jax.tree.map(lambda leaf: a * b / (1 + a * b) * leaf, {})
"""
FIELDS = """
from typing import NamedTuple

class State(NamedTuple):
    step: ArrayLike
    value: ArrayLike
    slope: ArrayLike

def search(state: State, scale):
    change = scale * state.slope * state.step
    value = state.value + change * state.step + 0.5 * change * change
    return (value - state.value) / (state.slope * state.step + change)

def each(state: State) -> None:
    search(state, None)
    search(state, 2)
    search(state, 0.5)
    search(state, jnp.ones(3))
    search(state, "all")
"""


class Subject:
    """A program under one checker, with the seconds of each round."""

    def __init__(self, command: Command, formulas: str = FORMULAS) -> None:
        self.command = command
        self.formulas = formulas
        self.changed: list[float] = []

    def measure(self, parent: Path) -> None:
        """Measure one round: the imports fill the cache, and then the program is timed."""
        with folder_with(IMPORTS, parent) as name:
            folder = Path(name)
            check(self.command, folder)
            (folder / PROGRAM).write_text(IMPORTS + self.formulas)
            self.changed.append(check(self.command, folder).cpu)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with_stubs = create(folder / "with-stubs", with_stubs=True)
        jax = mypy(create(folder / "without-stubs", with_stubs=False))
        operators = Subject(mypy(with_stubs, PLUGIN)), Subject(jax)
        fields = Subject(mypy(with_stubs, PLUGIN, infers=True), FIELDS), Subject(jax, FIELDS)
        for _ in range(ROUNDS):
            for subject in (*operators, *fields):
                subject.measure(folder)
    return [
        _row("ArrayLike operators: mypy, jax.Array", operators, LIMIT),
        _row("ArrayLike fields, inferred: mypy, jax.Array", fields, LIMIT_WITH_INFERENCE),
    ]


def _row(title: str, subjects: tuple[Subject, Subject], limit: float) -> Row:
    ours, jax = subjects
    return compare(title, ours.changed, jax.changed, limit)
