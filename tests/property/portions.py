"""Executes many runs in several processes, each portion of the examples in a new process.

mypy and JAX cache all that they have seen; with new processes memory does not grow with the number
of examples.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from .runs import ALL_SETTINGS, Run, Tally, execute

PORTION: Final = 20_000
"""The number of examples for one process, which first needs seconds to fill mypy's cache."""


def portions(examples: int, seeds: int) -> list[Run]:
    """Divide the examples among seeds and settings; each combination has a run near the start."""
    share = -(-examples // (seeds * len(ALL_SETTINGS)))
    sizes = [min(PORTION, share - start) for start in range(0, share, PORTION)]
    return [
        Run(semantics, size, f"{seed}.{number}")
        for number, size in enumerate(sizes)
        for seed in range(seeds)
        for semantics in ALL_SETTINGS
    ]


def executed(runs: Sequence[Run], processes: int) -> Iterator[tuple[Run, Tally | str]]:
    """Yield the tally of each run when it ends, or the traceback if it failed."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(_executed, runs)


def _executed(run: Run) -> tuple[Run, Tally | str]:
    try:
        with tempfile.TemporaryDirectory() as folder:
            return run, execute(run, Path(folder))
    except Exception:
        return run, traceback.format_exc()
