"""Checks packages with and without our stubs; the exit status is 1 if there is a new error.

``python -m tests.compatibility`` checks all packages, ``python -m tests.compatibility chex optax``
only these.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.compatibility import known as known_errors
from tests.compatibility.checkers import CHECKERS, CheckerError
from tests.compatibility.compare import Comparison
from tests.compatibility.package import MissingPackageError
from tests.compatibility.packages import PACKAGES
from tests.compatibility.report import details, table
from tests.compatibility.runs import Workplace


def _arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.compatibility", description=__doc__)
    parser.add_argument("packages", nargs="*", metavar="package", help=", ".join(PACKAGES))
    parser.add_argument("--checker", action="append", choices=CHECKERS, help="only this one")
    parser.add_argument("--folder", type=Path, help="kept, to be faster the next time")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.packages if name not in PACKAGES]
    if unknown:
        parser.error(f"no package {', '.join(unknown)}; there are: {', '.join(PACKAGES)}")
    return chosen


@contextlib.contextmanager
def _folder(chosen: Path | None) -> Iterator[Path]:
    if chosen is not None:
        chosen.mkdir(parents=True, exist_ok=True)
        yield chosen.resolve()
        return
    with tempfile.TemporaryDirectory() as name:
        yield Path(name).resolve()


def _comparisons(chosen: argparse.Namespace) -> Iterator[Comparison]:
    checkers = [CHECKERS[name] for name in chosen.checker or CHECKERS]
    with _folder(chosen.folder) as folder:
        work = Workplace(folder)
        for name in chosen.packages or PACKAGES:
            yield from (work.compare(PACKAGES[name], checker) for checker in checkers)


def main(arguments: Sequence[str]) -> int:
    chosen = _arguments(arguments)
    known = known_errors.load()
    done: list[Comparison] = []
    try:
        for each in _comparisons(chosen):
            done.append(each)
            for line in details(each, known):
                print(line, flush=True)
    except (CheckerError, MissingPackageError) as error:
        print(error, file=sys.stderr)
        return 2
    print(table(done, known))
    return int(any(each.unexplained(known) or each.outdated(known) for each in done))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
