"""Runs the tools on all pairs: ``python -m tests.mistakes [tool ...]``.

By default all tools run; if some are named, the results of the others are kept.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.mistakes.catalogue import ALL
from tests.mistakes.page import write_page
from tests.mistakes.results import (
    RESULTS,
    Answer,
    answers,
    drop_reasons_of_found,
    load_reasons,
    load_results,
    save_results,
    unfound,
)
from tests.mistakes.tools import TOOLS


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the results and the page; return 1 if a mistake is unfound without a reason."""
    parser = argparse.ArgumentParser(prog="python -m tests.mistakes")
    parser.add_argument("tools", nargs="*", choices=[[], *TOOLS], metavar="tool")
    chosen = parser.parse_args(arguments).tools or list(TOOLS)
    results = dict(load_results()) if RESULTS.exists() else {}
    for name in chosen:
        results[name] = _ask(name)
        found = sum(bool(each.found) for each in results[name].values())
        of_fixes = sum(len(each.of_fix) for each in results[name].values())
        print(f"{name}: {found} of {len(ALL)} found, {of_fixes} findings on fixes", flush=True)
    save_results(results)
    drop_reasons_of_found(results)
    write_page()
    without = sorted(unfound(results) - set(load_reasons()))
    for name in without:
        print(f"{name}: not found, and no reason in reasons.json")
    return 1 if without else 0


def _ask(name: str) -> dict[str, Answer]:
    with tempfile.TemporaryDirectory() as folder:
        return answers(ALL, TOOLS[name](ALL, Path(folder)))


if __name__ == "__main__":
    raise SystemExit(main())
