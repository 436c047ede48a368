"""Which files of a run are recorded."""

from __future__ import annotations

from os import sep
from os.path import isabs, realpath, relpath
from typing import Final

NOT_SOURCES: Final = frozenset({"site-packages", "node_modules", "__pycache__", "venv"})
"""Folders whose files are not the project's own; neither are hidden folders."""


class Scope:
    """The recorded files and folders."""

    def __init__(self, sources: tuple[str, ...]) -> None:
        """Take absolute paths with links resolved."""
        self._sources = sources
        self._known: dict[str, str | None] = {}

    def file(self, filename: str) -> str | None:
        """Return the real path of a file of code, None if the file is not recorded."""
        try:
            return self._known[filename]
        except KeyError:
            return self._known.setdefault(filename, self._found(filename))

    def _found(self, filename: str) -> str | None:
        if filename.startswith("<") or not (isabs(filename) or filename.endswith(".py")):
            return None
        path = realpath(filename)
        return path if any(is_source(path, each) for each in self._sources) else None


def is_source(path: str, source: str) -> bool:
    """Whether a file is the source, or a file of the project below a source folder."""
    if path == source:
        return True
    if not path.startswith(source.rstrip(sep) + sep):
        return False
    folders = relpath(path, source).split(sep)[:-1]
    return not any(each.startswith(".") or each in NOT_SOURCES for each in folders)
