"""Which files belong to the program, and not to a library, a stub or a virtual environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePath
from typing import Final

_LIBRARIES: Final = frozenset({"site-packages", "dist-packages"})
_ENVIRONMENT: Final = "pyvenv.cfg"
"""A file that each virtual environment has."""


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
