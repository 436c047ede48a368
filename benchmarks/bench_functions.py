"""A program of 2,000 function calls under mypy, pyright and pyrefly: with our stubs and without.

mypy's cache already has jax, as after a change of the program. The last row is the plugin's share
of mypy's time, measured around its hooks.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import calls
from benchmarks.checkers import (
    PLUGIN,
    PROGRAM,
    Command,
    check,
    folder_with,
    mypy,
    pyrefly,
    pyright,
    timed_mypy,
)
from benchmarks.environments import create
from benchmarks.programs import JAX, OURS, Spelling
from benchmarks.rows import CommandError, Row, compare

ROUNDS = int(os.environ.get("PROMO_BENCH_ROUNDS", "3"))
LIMIT_MYPY = 1.5
LIMIT_OTHERS = 2.0
LIMIT_SHARE = 0.25
REVEALED = re.compile(rf"Array\[[\w.]*\b{calls.REVEALED}\]")


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory() as name:
        parent = Path(name)
        stubs = create(parent / "with-stubs", with_stubs=True)
        bare = create(parent / "without-stubs", with_stubs=False)
        plain = mypy(bare)
        return [
            _row("mypy with the plugin", mypy(stubs, PLUGIN), plain, parent, limit=LIMIT_MYPY),
            _row("mypy without plugin", mypy(stubs), plain, parent),
            _row("pyright", pyright(stubs), pyright(bare), parent, _whole, LIMIT_OTHERS),
            _row("pyrefly", pyrefly(stubs), pyrefly(bare), parent, _whole, LIMIT_OTHERS),
            _share(stubs, parent),
        ]


def _whole(command: Command, spelling: Spelling, parent: Path) -> float:
    with folder_with(calls.program(spelling), parent) as folder:
        usage = check(command, Path(folder), clean=spelling is OURS)
    _verify(usage.output, spelling)
    return usage.cpu


def _after_a_change(command: Command, spelling: Spelling, parent: Path) -> float:
    with folder_with(calls.program(spelling, lines=0), parent) as folder:
        check(command, Path(folder))
        (Path(folder) / PROGRAM).write_text(calls.program(spelling))
        # JAX's own annotations refuse some correct calls, such as hessenberg without calc_q.
        usage = check(command, Path(folder), clean=spelling is OURS)
    _verify(usage.output, spelling)
    return usage.cpu


def _row(
    name: str,
    ours: Command,
    peer: Command,
    parent: Path,
    seconds: Callable[[Command, Spelling, Path], float] = _after_a_change,
    limit: float | None = None,
) -> Row:
    times = [(seconds(ours, OURS, parent), seconds(peer, JAX, parent)) for _ in range(ROUNDS)]
    mine, theirs = zip(*times, strict=True)
    return compare(f"2,000 calls: {name}, without our stubs", mine, theirs, limit)


def _verify(output: str, spelling: Spelling) -> None:
    if spelling is OURS and not REVEALED.search(output):
        raise CommandError(f"the checker does not know the dtypes:\n{output[-3000:]}")


def _share(python: Path, parent: Path) -> Row:
    """Compare the seconds in the plugin's hooks with all seconds of mypy, after a change."""
    command = timed_mypy(python)
    shares = []
    for _ in range(ROUNDS):
        with folder_with(calls.program(OURS, lines=0), parent) as folder:
            check(command, Path(folder))
            (Path(folder) / PROGRAM).write_text(calls.program(OURS))
            output = check(command, Path(folder)).output
        spent = json.loads(output.splitlines()[-1])
        shares.append((spent["plugin"], spent["mypy"]))
    plugin, whole = zip(*shares, strict=True)
    return compare("2,000 calls: the plugin's hooks, all of mypy", plugin, whole, LIMIT_SHARE)
