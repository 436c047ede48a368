"""The folder of a project, and whether mypy keeps the bodies of its functions."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Final

from mypy.options import Options

_ROOTS: Final = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
"""Files by which the folder of a project is recognised."""


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
    """Whether this process is a worker of mypy."""
    return "mypy.build_worker.worker" in sys.modules


def keeps_bodies(options: Options) -> bool:
    """Whether mypy checks all bodies of the program in this process.

    Its worker processes hand one another no bodies of functions, and its daemon checks after an
    edit only what mypy itself takes for changed.
    """
    return not getattr(options, "num_workers", 0) and not options.fine_grained_incremental
