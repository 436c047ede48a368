"""A program of 9,000 mixed-dtype operators under mypy and pyright.

The program has three spellings: ``Array[jnp.float32]`` with our stubs and plugin; ``jax.Array``
with JAX's own annotations and no stubs; ``np.ndarray[Any, np.dtype[np.float32]]``. The limits are
for

* mypy after a change of the program, when its cache already has jax or numpy: the cost of the
  operators and of mypy's start (``cold_start`` measures the imports);
* the whole run of pyright, which has no cache.

The other rows have no limit: the whole run of mypy with an empty cache, and the same minus the time
for the program without its operators.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from benchmarks import programs
from benchmarks.checkers import PLUGIN, PROGRAM, Command, check, folder_with, mypy, pyright
from benchmarks.environments import create
from benchmarks.programs import Spelling
from benchmarks.rows import CommandError, Row, compare

ROUNDS = int(os.environ.get("PROMO_BENCH_ROUNDS", "3"))
LIMIT_AGAINST_JAX = 1.5
LIMIT_AGAINST_NUMPY = 0.1
LIMIT_PYRIGHT = 0.2


class Subject:
    """One spelling under one checker, with the seconds of each round by the state of the cache."""

    def __init__(self, spelling: Spelling, command: Command, *, cached: bool) -> None:
        self.spelling = spelling
        self.command = command
        self.cached = cached
        self.imports: list[float] = []
        self.whole: list[float] = []
        self.changed: list[float] = []

    @property
    def operators(self) -> list[float]:
        """Seconds of the operators alone, with an empty cache."""
        return [whole - imports for whole, imports in zip(self.whole, self.imports, strict=True)]

    def measure(self, parent: Path) -> None:
        """Measure one round: the imports, the program with their cache, and without a cache."""
        chosen = programs.operations()
        text = programs.program(self.spelling, chosen)
        dtype = programs.first_result(chosen) if self.spelling is programs.OURS else None
        with folder_with(programs.program(self.spelling, []), parent) as name:
            folder = Path(name)
            self.imports.append(self._run(folder))
            if self.cached:
                (folder / PROGRAM).write_text(text)
                self.changed.append(self._run(folder, dtype))
        with folder_with(text, parent) as name:
            self.whole.append(self._run(Path(name), dtype))

    def _run(self, folder: Path, dtype: str | None = None) -> float:
        """Run the checker; it must find no error, and reveal a result of ``dtype`` if given."""
        usage = check(self.command, folder)
        if dtype and not re.search(rf"Array\[[\w.]*\b{dtype}\]", usage.output):
            raise CommandError(f"the checker does not know the dtypes:\n{usage.output[-3000:]}")
        return usage.cpu


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stubs = create(folder / "with-stubs", with_stubs=True)
        bare = create(folder / "without-stubs", with_stubs=False)
        ours = Subject(programs.OURS, mypy(stubs, PLUGIN), cached=True)
        jax = Subject(programs.JAX, mypy(bare), cached=True)
        numpy = Subject(programs.NUMPY, mypy(bare), cached=True)
        ours_pyright = Subject(programs.OURS, pyright(stubs), cached=False)
        numpy_pyright = Subject(programs.NUMPY, pyright(bare), cached=False)
        # All subjects in each round, so that a change of the machine's pace affects all alike.
        for _ in range(ROUNDS):
            for subject in (ours, jax, numpy, ours_pyright, numpy_pyright):
                subject.measure(folder)
    return [
        compare("9,000 operators: mypy, jax.Array", ours.changed, jax.changed, LIMIT_AGAINST_JAX),
        compare("9,000 operators: mypy, jax.Array, empty cache", ours.whole, jax.whole),
        compare("9,000 operators: mypy, jax.Array, operators alone", ours.operators, jax.operators),
        compare("9,000 operators: mypy, NumPy", ours.changed, numpy.changed, LIMIT_AGAINST_NUMPY),
        compare("9,000 operators: mypy, NumPy, empty cache", ours.whole, numpy.whole),
        compare("9,000 operators: mypy, NumPy, operators alone", ours.operators, numpy.operators),
        compare(
            "9,000 operators: pyright, NumPy",
            ours_pyright.whole,
            numpy_pyright.whole,
            LIMIT_PYRIGHT,
        ),
        compare(
            "9,000 operators: pyright, NumPy, operators alone",
            ours_pyright.operators,
            numpy_pyright.operators,
        ),
    ]
