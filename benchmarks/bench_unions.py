"""Operators on two values of type ``ArrayLike``, under mypy with our stubs and with JAX's own.

Each operand is a union of nine classes, three of them NumPy's. Both runs check the same program,
which names no dtype. The limit is for mypy after a change of the program, when its cache already
has jax and numpy.
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
IMPORTS = "import jax\nimport jax.numpy as jnp\nfrom jax.typing import ArrayLike\n"
FORMULAS = """
def combine(a: ArrayLike, b: ArrayLike, c: ArrayLike) -> None:
    squares = a * a + b * b
    mixed = a * (b + c) * squares
    (a + b) * mixed * (b * c + a)
    jax.tree.map(lambda leaf: a * b / (1 + a * b) * leaf, {})
"""


class Subject:
    """The program under one checker, with the seconds of each round."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.changed: list[float] = []

    def measure(self, parent: Path) -> None:
        """Measure one round: the imports fill the cache, and then the program is timed."""
        with folder_with(IMPORTS, parent) as name:
            folder = Path(name)
            check(self.command, folder)
            (folder / PROGRAM).write_text(IMPORTS + FORMULAS)
            self.changed.append(check(self.command, folder).cpu)


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = Subject(mypy(create(folder / "with-stubs", with_stubs=True), PLUGIN))
        jax = Subject(mypy(create(folder / "without-stubs", with_stubs=False)))
        for _ in range(ROUNDS):
            for subject in (ours, jax):
                subject.measure(folder)
    return [compare("ArrayLike operators: mypy, jax.Array", ours.changed, jax.changed, LIMIT)]
