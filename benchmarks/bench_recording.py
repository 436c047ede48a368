"""Recording a program for ``promo annotate``, compared with the same program alone.

optax's tests are a typical program, which spends most of its time in JAX. The second program is the
worst case, and has no limit: it only calls a function with a large pytree of arrays, all of which
are recorded in each call.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.environments import environment
from benchmarks.rows import CommandError, Row, Usage, compare, measure
from promo_recorder.log import SUFFIX
from promo_recorder.session import environment as recorded_environment

ROUNDS = int(os.environ.get("PROMO_BENCH_ROUNDS", "3"))
LIMIT = 1.3
TESTS = ("_src/update_test.py", "_src/utils_test.py", "losses/_regression_test.py")
CALLS = """\
import jax
import jax.numpy as jnp


def total(tree):
    return sum(len(each.shape) for each in tree["layers"])


tree = {"layers": [jnp.zeros(()) for _ in range(1000)]}
for _ in range(300):
    total(tree)
"""


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        program = Path(name) / "program.py"
        program.write_text(CALLS)
        return [
            _row("the tests of optax", _tests_of_optax(), _sources_of_optax(), Path(name), LIMIT),
            _row("300 calls with a tree of 1,000 arrays", [program], program, Path(name)),
        ]


def _sources_of_optax() -> Path:
    found = importlib.util.find_spec("optax")
    if found is None or found.origin is None:
        raise CommandError("optax, whose tests are recorded, is not installed: run `make bench`")
    return Path(found.origin).parent


def _tests_of_optax() -> Sequence[str | Path]:
    options = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    return [*options, *(_sources_of_optax() / each for each in TESTS)]


def _row(
    name: str,
    command: Sequence[str | Path],
    sources: Path,
    folder: Path,
    limit: float | None = None,
) -> Row:
    times = [
        (_recorded(command, sources, folder).cpu, _run(command, folder, environment()).cpu)
        for _ in range(ROUNDS)
    ]
    ours, peer = zip(*times, strict=True)
    return compare(f"recording: {name}, not recorded", ours, peer, limit)


def _recorded(command: Sequence[str | Path], sources: Path, folder: Path) -> Usage:
    with tempfile.TemporaryDirectory() as facts:
        used = _run(command, folder, recorded_environment([sources], Path(facts), environment()))
        if not any(each.stat().st_size for each in Path(facts).glob(f"*{SUFFIX}")):
            raise CommandError(f"nothing was recorded:\n{used.output}")
    return used


def _run(command: Sequence[str | Path], folder: Path, variables: dict[str, str]) -> Usage:
    used = measure([sys.executable, *command], folder, variables)
    if "Error" in used.output or " failed" in used.output:
        raise CommandError(f"the program fails:\n{used.output}")
    return used
