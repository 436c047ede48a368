"""mypy with an empty cache on a file that imports jax and jax.numpy: with our stubs and without."""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.bench_operators import Command, mypy
from benchmarks.environments import create, environment
from benchmarks.rows import Row, cpu_seconds

ROUNDS = 5
LIMIT = 1.0
PROGRAM = "import jax\nimport jax.numpy as jnp\n\nx = jnp.zeros(3)\ny = jax.jit(jnp.sin)(x)\n"
PEER = "plain mypy"


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stubs = create(folder / "with-stubs", with_stubs=True)
        bare = create(folder / "without-stubs", with_stubs=False)
        commands = {
            "stubs and plugin": mypy(stubs, "promo_mypy.plugin"),
            "stubs": mypy(stubs),
            PEER: mypy(bare),
        }
        # Round by round, so that a change of the machine's pace meets all of them.
        times = [
            {name: _seconds(folder, command) for name, command in commands.items()}
            for _ in range(ROUNDS)
        ]
    return [_row(name, times) for name in commands if name != PEER]


def _seconds(folder: Path, command: Command) -> float:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        scratch = Path(name)
        (scratch / "program.py").write_text(PROGRAM)
        spent, _ = cpu_seconds(command(scratch), scratch, environment())
        return spent


def _row(name: str, times: list[dict[str, float]]) -> Row:
    ours, peer = (statistics.median(one[key] for one in times) for key in (name, PEER))
    ratio = statistics.median(one[name] / one[PEER] for one in times)
    return Row(f"cold mypy, imports of jax: {name}", ours, peer, ratio, LIMIT)
