"""The rows of the table, and the two ways to measure one: in this process, and whole commands."""

from __future__ import annotations

import os
import statistics
import subprocess
import timeit
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Row(NamedTuple):
    """One comparison: seconds of ours and of the peer, their ratio, and its limit if it has one."""

    name: str
    ours: float
    peer: float
    ratio: float
    limit: float | None


class CommandError(RuntimeError):
    """A measured command did not do what it was measured for; the message has its output."""


def compare_calls(
    name: str,
    ours: Callable[[], Any],
    peer: Callable[[], Any],
    *,
    limit: float | None = None,
    number: int = 5000,
    pairs: int = 31,
) -> Row:
    """Time two calls in turn; seconds are medians for one call, the ratio is that of the pairs."""
    times = [
        (timeit.timeit(ours, number=number) / number, timeit.timeit(peer, number=number) / number)
        for _ in range(pairs)
    ]
    mine, theirs = zip(*times, strict=True)
    ratio = statistics.median(one / other for one, other in times)
    return Row(name, statistics.median(mine), statistics.median(theirs), ratio, limit)


def cpu_seconds(
    command: Sequence[str | Path], folder: Path, environment: Mapping[str, str]
) -> tuple[float, str]:
    """Run a type checker; return its processor time (user and system) and what it printed.

    Processor time and not the time that passes: other programs on the machine disturb it less.

    Raises:
        CommandError: it ended with another status than 0 or 1 (it found errors).
    """
    process = subprocess.Popen(
        list(map(str, command)),
        cwd=folder,
        env=dict(environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stdout.close()
    if process.returncode not in (0, 1):
        shown = " ".join(map(str, command))
        raise CommandError(f"`{shown}` ended with {process.returncode}:\n{output}")
    return usage.ru_utime + usage.ru_stime, output
