"""The rows of the table, and the two ways to measure one: in this process, and whole commands."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
import timeit
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

_MAXRSS_OF_A_MEGABYTE: Final = 1e6 if sys.platform == "darwin" else 1e3
"""getrusage counts bytes on a Mac, and kilobytes elsewhere."""


class Row(NamedTuple):
    """One comparison: ours and the peer's, their ratio, and its limit if it has one.

    The unit is ``"s"`` for seconds or ``"MB"`` for megabytes.
    """

    name: str
    ours: float
    peer: float
    ratio: float
    limit: float | None
    unit: str = "s"


class Usage(NamedTuple):
    """The costs of a command: processor time and wall time in seconds, and peak memory."""

    cpu: float
    wall: float
    megabytes: float
    output: str


class CommandError(RuntimeError):
    """A measured command failed, or gave a wrong result; the message has its output."""


def compare_calls(
    name: str,
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    *,
    limit: float | None = None,
    number: int = 5000,
    pairs: int = 31,
) -> Row:
    """Time two calls in turn; return the median seconds of each, and the median ratio of pairs."""
    times = [
        (timeit.timeit(ours, number=number) / number, timeit.timeit(peer, number=number) / number)
        for _ in range(pairs)
    ]
    mine, theirs = zip(*times, strict=True)
    ratio = statistics.median(one / other for one, other in times)
    return Row(name, statistics.median(mine), statistics.median(theirs), ratio, limit)


def compare(
    name: str,
    ours: Sequence[float],
    peer: Sequence[float],
    limit: float | None = None,
    unit: str = "s",
) -> Row:
    """Compare rounds in which ours and the peer were measured in turn, by their medians."""
    ratio = statistics.median(one / other for one, other in zip(ours, peer, strict=True))
    return Row(name, statistics.median(ours), statistics.median(peer), ratio, limit, unit)


def measure(command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]) -> Usage:
    """Run a type checker to its end.

    Rows compare processor time (user and system), because other programs on the machine disturb it
    less than wall time.

    Raises:
        CommandError: the exit status was neither 0 nor 1, that of a checker that found errors.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=folder,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode not in (0, 1):
        shown = " ".join(map(str, command))
        raise CommandError(f"`{shown}` ended with {process.returncode}:\n{output}")
    memory = usage.ru_maxrss / _MAXRSS_OF_A_MEGABYTE
    return Usage(usage.ru_utime + usage.ru_stime, wall, memory, output)
