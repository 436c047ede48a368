"""``python -m promo_stubgen``: write the stubs, or check that the committed ones are current."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from promo_stubgen.render.registry import render_package
from promo_typing.lattice.semantics import Semantics

STUBS: Final = Path(__file__).resolve().parent.parent / "jax-stubs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 if ``--check`` finds a stale file."""
    options = _parser().parse_args(arguments)
    files = render_package(Semantics(x64=options.x64 is not None))
    folder = STUBS if options.x64 is None else Path(options.x64) / "jax-stubs"
    if not options.check:
        write(files, folder)
        return 0
    stale = stale_files(files, folder)
    for path, reason in sorted(stale.items()):
        print(f"{folder / path}: {reason}", file=sys.stderr)
    if stale:
        print("Run `python -m promo_stubgen` and commit the result.", file=sys.stderr)
    return 1 if stale else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m promo_stubgen", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail and list the files out of date"
    )
    parser.add_argument(
        "--x64",
        metavar="DIR",
        help="write DIR/jax-stubs for programs that set jax_enable_x64, for the search path of a "
        "checker that has no plugin",
    )
    return parser


def stale_files(files: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Say for each file that differs from its rendered text what is wrong with it."""
    stale = {}
    for path, text in files.items():
        target = folder / path
        if not target.is_file():
            stale[path] = "missing"
        elif target.read_text(encoding="utf-8") != text:
            stale[path] = "out of date"
    for path in _files_below(folder) - set(files):
        stale[path] = "not written by the generator"
    return stale


def write(files: Mapping[str, str], folder: Path) -> None:
    """Write what differs, and delete what an earlier version of the generator left behind."""
    for path in stale_files(files, folder):
        target = folder / path
        if path not in files:
            target.unlink()
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(files[path], encoding="utf-8")


def _files_below(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


if __name__ == "__main__":
    sys.exit(main())
