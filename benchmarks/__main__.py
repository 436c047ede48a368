"""Runs the benchmarks and prints one table; the exit status is 1 if a limit is exceeded.

``python -m benchmarks`` runs all, ``python -m benchmarks engine operators`` some of them.
"""

from __future__ import annotations

import importlib
import pkgutil
import platform
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from benchmarks.rows import CommandError, Row

PREFIX = "bench_"
PACKAGES = ("jax", "numpy", "mypy", "pyright", "jaxtyping")


def names() -> list[str]:
    modules = pkgutil.iter_modules([str(Path(__file__).parent)])
    return [m.name.removeprefix(PREFIX) for m in modules if m.name.startswith(PREFIX)]


def quantity(value: float, unit: str) -> str:
    if unit != "s":
        return f"{value:.0f} {unit}"
    for prefix, scale in (("", 1.0), ("m", 1e-3)):
        if value >= scale:
            return f"{value / scale:.2f} {prefix}s"
    return f"{value * 1e6:.2f} µs"


def verdict(row: Row) -> str:
    if row.limit is None:
        return ""
    return "yes" if row.ratio <= row.limit else "NO"


def table(rows: Iterable[Row]) -> Table:
    # With this box the output is a table in Markdown, too.
    result = Table(box=box.MARKDOWN)
    result.add_column("comparison")
    for column in ("ours", "peer", "ratio", "limit", "within"):
        result.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        limit = "" if row.limit is None else f"{row.limit:g}x"
        values = (quantity(value, row.unit) for value in (row.ours, row.peer))
        shown = (*values, f"{row.ratio:.3f}x", limit, verdict(row))
        result.add_row(escape(row.name), *shown)
    return result


def run(chosen: Iterable[str], progress: Console) -> list[Row]:
    found: list[Row] = []
    with progress.status("starting") as status:
        for name in chosen:
            status.update(f"measuring {name}")
            module = importlib.import_module(f"benchmarks.{PREFIX}{name}")
            found.extend(Row(*row) for row in module.rows())
    return found


def main(arguments: list[str]) -> int:
    known = names()
    unknown = [name for name in arguments if name not in known]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    try:
        rows = run(arguments or known, Console(stderr=True))
    except CommandError as error:
        print(error, file=sys.stderr)
        return 2
    console = Console(width=None if sys.stdout.isatty() else 120)
    versions = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    console.print(f"Python {platform.python_version()}, {versions}, {platform.machine()}\n")
    console.print(table(rows))
    return int(any(verdict(row) == "NO" for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
