"""Which files belong to the program, and not to a library, a stub or a virtual environment."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Final

_LIBRARIES: Final = frozenset({"site-packages", "dist-packages"})
_OWN: Final = ("promo_typing", "promo_runtime")
"""Our packages that programs import; where they run from their sources no path tells them."""

_ENVIRONMENT: Final = "pyvenv.cfg"
"""A file that each virtual environment has."""


@cache
def is_program_file(path: str) -> bool:
    """Whether a file is one of the program, and not of a library or a stub."""
    is_of_library = not _LIBRARIES.isdisjoint(PurePath(path).parts) or path.startswith(_own())
    return path.endswith(".py") and not is_of_library


@cache
def _own() -> tuple[str, ...]:
    """The folders of our packages, each with the separator at its end."""
    specs = filter(None, map(find_spec, _OWN))
    folders = (each for spec in specs for each in spec.submodule_search_locations or ())
    return tuple(f"{each}{os.sep}" for each in folders)


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
