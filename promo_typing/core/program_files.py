"""Which files belong to the program, and not to a library, a stub or a virtual environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Final

from promo_typing.core.library_sources import is_source

_LIBRARIES: Final = frozenset({"site-packages", "dist-packages"})
_OWN: Final = ("promo_typing", "promo_runtime")
"""Our packages that programs import: libraries, too, even if not installed in site-packages."""

_ENVIRONMENT: Final = "pyvenv.cfg"
"""The file by which a folder is recognised as a virtual environment."""


@cache
def is_program_file(path: str) -> bool:
    """Whether a file is inferred: one of the program or of `library_sources`, and no stub."""
    return path.endswith(".py") and (not _is_of_library(path) or is_library_source(path))


@cache
def is_library_source(path: str) -> bool:
    """Whether a file is one of the modules of `library_sources`."""
    parts = PurePath(path).parts
    below = [place for place, part in enumerate(parts, 1) if part in _LIBRARIES]
    return bool(below) and is_source(parts[below[-1] :])


def _is_of_library(path: str) -> bool:
    return not _LIBRARIES.isdisjoint(PurePath(path).parts) or path.startswith(_own())


@cache
def _own() -> tuple[str, ...]:
    """The folders of our packages, each with the separator at its end."""
    specs = filter(None, map(find_spec, _OWN))
    folders = (each for spec in specs for each in spec.submodule_search_locations or ())
    return tuple(f"{each}{os.sep}" for each in folders)


def program_files(folder: Path) -> Iterator[Path]:
    """Yield the sources below a folder, except those in hidden folders and virtual environments.

    Only files are yielded: no broken link and no pipe, even if its name ends in ``.py``.
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
