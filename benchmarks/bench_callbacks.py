"""Functions that are passed to ``jax.tree.map`` under pyright: with our stubs and without.

Our functions are overloaded, and pyright compares each overload with the parameter that takes the
function, for each overload of ``map``. The leaves are declared ``jax.Array``, so their dtype
excludes no overload.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from benchmarks.checkers import Command, check, folder_with, pyright
from benchmarks.environments import create
from benchmarks.rows import Row, compare

ROUNDS = int(os.environ.get("PROMO_BENCH_ROUNDS", "3"))
ONE_TREE = ("asarray", "concatenate", "isfinite", "mean", "ones_like", "sin", "stack", "zeros_like")
TWO_TREES = ("add", "matmul", "maximum")
TREES = ("dict[str, jax.Array]", "list[jax.Array]", "dict[str, dict[str, jax.Array]]")


def program() -> str:
    """The program: each function for each kind of tree."""
    text = ["import jax", "import jax.numpy as jnp"]
    for number, tree in enumerate(TREES):
        text += ["", f"def f{number}(a: {tree}, b: {tree}) -> None:"]
        text += [f"    jax.tree.map(jnp.{function}, a)" for function in ONE_TREE]
        text += [f"    jax.tree.map(jnp.{function}, a, b)" for function in TWO_TREES]
    return "\n".join(text) + "\n"


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours = pyright(create(folder / "with-stubs", with_stubs=True))
        jax = pyright(create(folder / "without-stubs", with_stubs=False))
        times = [(_seconds(ours, folder), _seconds(jax, folder)) for _ in range(ROUNDS)]
    mine, theirs = zip(*times, strict=True)
    return [compare("functions of jax.tree.map: pyright, without our stubs", mine, theirs)]


def _seconds(command: Command, parent: Path) -> float:
    with folder_with(program(), parent) as folder:
        return check(command, Path(folder)).cpu
