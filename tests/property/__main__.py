"""``python -m tests.property``: any number of random programs, from several seeds and processes."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

from .portions import executed, portions
from .report import report
from .runs import Tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 1 if anything differs or a process fails."""
    options = _parser().parse_args(arguments)
    runs, tally, broken = portions(options.examples, options.seeds), Tally(), 0
    started = time.monotonic()
    for number, (run, found) in enumerate(executed(runs, options.processes), start=1):
        if isinstance(found, Tally):
            tally.merge(found)
        else:
            broken += 1
            print(f"{run} broke off:\n{found}")
        seconds = time.monotonic() - started
        progress = f"{number} of {len(runs)} runs, {seconds:.0f} s, {broken} broke off"
        print(f"{progress}: {report(tally).splitlines()[0]}", flush=True)
    print(report(tally))
    return 1 if tally.differences or broken else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.property", description=__doc__)
    parser.add_argument("--examples", type=int, default=100_000, help="number of programs, in all")
    parser.add_argument("--seeds", type=int, default=1, help="number of seeds, from 0 on")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="at a time")
    return parser


if __name__ == "__main__":
    sys.exit(main())
