"""``python -m promo_stubgen``: write the stubs, or check that the committed ones are current.

It writes the stubs for JAX's defaults, and the stubs for other settings as differences from these.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from promo_stubgen.variants import difference_files, render_all
from promo_typing.core.stub_variants import DIFFERENCES, PACKAGE, STANDARD

STUBS: Final = Path(__file__).resolve().parent.parent / PACKAGE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 if ``--check`` finds a stale file."""
    options = _parser().parse_args(arguments)
    packages = render_all()
    folders = {STUBS: packages[STANDARD.name], DIFFERENCES: difference_files(packages)}
    if not options.check:
        for folder, files in folders.items():
            write(files, folder)
        return 0
    stale = {
        folder / path: reason
        for folder, files in folders.items()
        for path, reason in stale_files(files, folder).items()
    }
    for path, reason in sorted(stale.items()):
        print(f"{path}: {reason}", file=sys.stderr)
    if stale:
        print("Run `python -m promo_stubgen` and commit the result.", file=sys.stderr)
    return 1 if stale else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m promo_stubgen", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail and list the files out of date"
    )
    return parser


def stale_files(files: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return, for each file that differs from its rendered text, what is wrong with the file."""
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
    """Write the files that differ, and delete those that are no longer rendered."""
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
