"""Which files are those of the program, and in which runs of mypy their bodies are at hand."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath
from typing import Final

from mypy.options import Options

_LIBRARIES: Final = frozenset({"site-packages", "dist-packages"})
_ENVIRONMENT: Final = "pyvenv.cfg"
"""A file that each virtual environment has."""
_ROOTS: Final = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
"""What stands in the folder of a project."""


@cache
def is_program_file(path: str) -> bool:
    """Whether a file is one of the program, and not of a library or a stub."""
    return path.endswith(".py") and _LIBRARIES.isdisjoint(PurePath(path).parts)


def program_files(folder: Path) -> Iterator[Path]:
    """Yield the sources below a folder, those in hidden folders and environments left out.

    What has the name of a source and is no file, such as a link to nowhere or a pipe, is none.
    """
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if _is_searched(Path(parent, each)))
        paths = (Path(parent, each) for each in sorted(files) if is_program_file(each))
        # Methods of Path raise an error where a folder may not be searched.
        yield from (path for path in paths if os.path.isfile(path))


def _is_searched(folder: Path) -> bool:
    if folder.name.startswith((".", "__")) or folder.name in _LIBRARIES:
        return False
    return not os.path.exists(folder / _ENVIRONMENT)


@cache
def project(path: str) -> Path:
    """Return the folder of the project that a file is part of.

    That is the nearest one above it that says so, else the one that holds its outermost package.
    """
    folder = Path(path).resolve().parent
    for each in (folder, *folder.parents):
        if any((each / name).exists() for name in _ROOTS):
            return each
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def is_worker() -> bool:
    """Whether this is a worker process of mypy, whose coordinator has the same plugin."""
    return "mypy.build_worker.worker" in sys.modules


def keeps_bodies(options: Options) -> bool:
    """Whether mypy checks the program in one process, and from the start.

    Its worker processes hand one another no bodies of functions, and its daemon checks after an
    edit only what mypy itself takes for changed.
    """
    return not getattr(options, "num_workers", 0) and not options.fine_grained_incremental
