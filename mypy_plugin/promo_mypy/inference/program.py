"""The folder of a project, and whether this run of mypy keeps the bodies of functions."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import Final

from mypy.options import Options

from promo_typing.core.program_files import is_library_source

_ROOTS: Final = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
"""Files by which the folder of a project is recognised."""


def project(path: str) -> Path:
    """Return the folder of the project that a file belongs to.

    It is the nearest folder above with a file of :data:`_ROOTS`; else the folder that holds the
    outermost package of the file. A library's source belongs to the project that is checked.
    """
    # Another run in this process may be in another folder, with files of the same names.
    return Path.cwd() if is_library_source(path) else _folder(os.path.abspath(path))


@cache
def _folder(path: str) -> Path:
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
    """Whether mypy checks all function bodies of the program in this process.

    mypy's worker processes do not pass function bodies to one another. Its daemon checks only the
    functions that it considers changed after an edit.
    """
    return not getattr(options, "num_workers", 0) and not options.fine_grained_incremental
