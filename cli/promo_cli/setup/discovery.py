"""Finds the file with the settings of a checker, as the checker itself does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from promo_cli.setup.document import Document
from promo_cli.setup.ini_document import IniDocument
from promo_cli.setup.json_document import JsonDocument
from promo_cli.setup.toml_document import TomlDocument

_PYPROJECT: Final = Path("pyproject.toml")


class _Place(NamedTuple):
    """A file that may have settings; a file of several tools counts only with a checker's table."""

    path: Path
    document: Callable[[Path], Document]
    shared: bool = False


def _in_pyproject(checker: str) -> _Place:
    return _Place(_PYPROJECT, lambda path: TomlDocument(path, "tool", checker), shared=True)


def _mypy_section(path: Path) -> Document:
    return IniDocument(path, "mypy")


_PLACES: Final[dict[str, tuple[_Place, ...]]] = {
    "mypy": (
        _Place(Path("mypy.ini"), _mypy_section),
        _Place(Path(".mypy.ini"), _mypy_section),
        _in_pyproject("mypy"),
        _Place(Path("setup.cfg"), _mypy_section, shared=True),
    ),
    "pyright": (_Place(Path("pyrightconfig.json"), JsonDocument), _in_pyproject("pyright")),
    "pyrefly": (_Place(Path("pyrefly.toml"), TomlDocument), _in_pyproject("pyrefly")),
}
"""The files that each checker looks for; the first that counts is used."""


def found(checker: str) -> Document | None:
    """Return the settings of a checker in the current folder; None if there are none.

    Raises:
        CommandError: a file cannot be read.
    """
    for place in _PLACES[checker]:
        if not place.path.is_file():
            continue
        document = place.document(place.path)
        if not place.shared or document.stated() is not None:
            return document
    return None


def new(checker: str) -> Document:
    """Return the document for a checker without settings: pyproject.toml or a file of its own.

    Raises:
        CommandError: pyproject.toml cannot be read.
    """
    if _PYPROJECT.is_file():
        return _in_pyproject(checker).document(_PYPROJECT)
    own = _PLACES[checker][0]
    return own.document(own.path)
