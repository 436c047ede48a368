"""A program of 9,000 mixed-dtype operators under mypy and pyright.

Three spellings of it: ``Array[jnp.float32]`` with our stubs and plugin, ``jax.Array`` with JAX's
own annotations and no stubs, ``np.ndarray[Any, np.dtype[np.float32]]``. The limits are for

* mypy after a change of the program, when jax or numpy are in mypy's cache already: this is
  what the operators cost, beside the start of mypy (``cold_start`` has the cost of the imports),
* pyright, which has no cache, in whole.

The other rows are for information: with an empty cache in whole, and less the time of the same
program without its operators.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import programs
from benchmarks.environments import create, environment
from benchmarks.programs import Spelling
from benchmarks.rows import CommandError, Row, cpu_seconds

ROUNDS = int(os.environ.get("PROMO_BENCH_ROUNDS", "3"))
LIMIT_AGAINST_JAX = 1.5
LIMIT_AGAINST_NUMPY = 0.1
LIMIT_PYRIGHT = 0.2

Command = Callable[[Path], Sequence[str | Path]]


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

    def measure(self, folder: Path) -> None:
        """One round: the imports, the program with their cache, the program without one."""
        chosen = programs.operations()
        text = programs.program(self.spelling, chosen)
        dtype = programs.first_result(chosen) if self.spelling is programs.OURS else None
        with tempfile.TemporaryDirectory(dir=folder) as name:
            empty = programs.program(self.spelling, [])
            self.imports.append(self._run(Path(name), empty))
            if self.cached:
                self.changed.append(self._run(Path(name), text, dtype))
        with tempfile.TemporaryDirectory(dir=folder) as name:
            self.whole.append(self._run(Path(name), text, dtype))

    def _run(self, folder: Path, text: str, dtype: str | None = None) -> float:
        """Run the checker; it must find no error, and reveal a result of this dtype if any."""
        (folder / "program.py").write_text(text)
        spent, output = cpu_seconds(self.command(folder), folder, environment())
        if "error:" in output or (dtype and not re.search(rf"Array\[[\w.]*\b{dtype}\]", output)):
            raise CommandError(f"the checker says of the program of operators:\n{output[-3000:]}")
        return spent


def mypy(python: Path, plugin: str = "") -> Command:
    def command(folder: Path) -> Sequence[str | Path]:
        (folder / "mypy.ini").write_text(f"[mypy]\nplugins = {plugin}\n")
        options = [f"--python-executable={python}", "--config-file=mypy.ini", "--cache-dir=cache"]
        return [sys.executable, "-m", "mypy", *options, "program.py"]

    return command


def pyright(python: Path) -> Command:
    return lambda folder: [sys.executable, "-m", "pyright", "--pythonpath", python, "program.py"]


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        stubs = create(folder / "with-stubs", with_stubs=True)
        bare = create(folder / "without-stubs", with_stubs=False)
        ours = Subject(programs.OURS, mypy(stubs, "promo_mypy.plugin"), cached=True)
        jax = Subject(programs.JAX, mypy(bare), cached=True)
        numpy = Subject(programs.NUMPY, mypy(bare), cached=True)
        ours_pyright = Subject(programs.OURS, pyright(stubs), cached=False)
        numpy_pyright = Subject(programs.NUMPY, pyright(bare), cached=False)
        for _ in range(ROUNDS):
            for subject in (ours, jax, numpy, ours_pyright, numpy_pyright):
                subject.measure(folder)
    return [
        row("mypy, jax.Array", ours.changed, jax.changed, LIMIT_AGAINST_JAX),
        row("mypy, jax.Array, empty cache", ours.whole, jax.whole),
        row("mypy, jax.Array, operators alone", ours.operators, jax.operators),
        row("mypy, NumPy", ours.changed, numpy.changed, LIMIT_AGAINST_NUMPY),
        row("mypy, NumPy, empty cache", ours.whole, numpy.whole),
        row("mypy, NumPy, operators alone", ours.operators, numpy.operators),
        row("pyright, NumPy", ours_pyright.whole, numpy_pyright.whole, LIMIT_PYRIGHT),
        row("pyright, NumPy, operators alone", ours_pyright.operators, numpy_pyright.operators),
    ]


def row(name: str, ours: list[float], peer: list[float], limit: float | None = None) -> Row:
    """The medians of the rounds and their ratio."""
    mine, theirs = statistics.median(ours), statistics.median(peer)
    return Row(f"9,000 operators: {name}", mine, theirs, mine / theirs, limit)
