"""Many runs in several processes, each portion of the examples in a process of its own.

So memory does not grow with their number: mypy and JAX remember what they have seen.
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
"""Examples that one process checks, after seconds in which mypy fills its cache."""


def portions(examples: int, seeds: int) -> list[Run]:
    """Divide the examples among seeds and settings, all of which come early."""
    share = -(-examples // (seeds * len(ALL_SETTINGS)))
    sizes = [min(PORTION, share - start) for start in range(0, share, PORTION)]
    return [
        Run(semantics, size, f"{seed}.{number}")
        for number, size in enumerate(sizes)
        for seed in range(seeds)
        for semantics in ALL_SETTINGS
    ]


def executed(runs: Sequence[Run], processes: int) -> Iterator[tuple[Run, Tally | str]]:
    """Yield the tally of each run as it ends, or the traceback if it broke off."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(_executed, runs)


def _executed(run: Run) -> tuple[Run, Tally | str]:
    try:
        with tempfile.TemporaryDirectory() as folder:
            return run, execute(run, Path(folder))
    except Exception:
        return run, traceback.format_exc()
