"""Finds the definitions of names that a file imports from other modules of its program."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import libcst as cst

from promo_cli.annotate.bindings import Bindings, read_bindings

_MOST_MODULES: Final = 8
"""A name is followed through this many modules at most."""


class _Place(NamedTuple):
    """A name in a module of the program."""

    path: Path
    name: str


class ProgramNames:
    """Follows imports through the modules of a program; reads each module once."""

    def __init__(self) -> None:
        """Begin with no module read."""
        self._bindings: dict[Path, Bindings] = {}

    def followed(self, path: str, dotted: str) -> str:
        """Return the full name behind an imported name: ``jax.Array`` for ``types.Array``.

        Args:
            path: the file that imports the name.
            dotted: the name with its module, as in `Bindings.imported`.
        """
        importing, found = Path(path), dotted
        for _ in range(_MOST_MODULES):
            place = _place(importing, found)
            if place is None:
                break
            importing, name = place
            found = self._read(importing).stands_for(name)
            if found == name:  # This module defines the name, and does not import it.
                return dotted
        return found

    def _read(self, path: Path) -> Bindings:
        if path not in self._bindings:
            try:
                self._bindings[path] = read_bindings(cst.parse_module(path.read_bytes()))
            except (OSError, cst.ParserSyntaxError, UnicodeDecodeError, RecursionError):
                self._bindings[path] = Bindings()
        return self._bindings[path]


def _place(importing: Path, dotted: str) -> _Place | None:
    """The file that defines an imported name; None if no module beside or above the file does."""
    rest = dotted.lstrip(".")
    level = len(dotted) - len(rest)
    folders = importing.parents[level - 1 : level] if level else _roots(importing)
    parts = rest.split(".")
    for folder in folders:
        for count in range(len(parts) - 1, 0, -1):
            path = _module(folder.joinpath(*parts[:count]))
            if path is not None:
                return _Place(path, ".".join(parts[count:]))
        if level and (folder / "__init__.py").is_file():
            return _Place(folder / "__init__.py", rest)
    return None


def _roots(path: Path) -> list[Path]:
    """The folders around a file that absolute imports may start from: those without a package."""
    return [each for each in path.parents if not (each / "__init__.py").exists()]


def _module(path: Path) -> Path | None:
    candidates = (path.with_name(f"{path.name}.py"), path / "__init__.py")
    return next((each for each in candidates if each.is_file()), None)
