"""The settings of a project for its type checkers, read without their packages."""

from __future__ import annotations

import configparser
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from promo_cli.command_error import CommandError
from promo_cli.setup.json_document import JsonDocument


class Configuration(NamedTuple):
    """The settings of a checker, and the file that has them.

    ``borrowed`` says that the file belongs to another checker, whose settings this one reads too;
    so the project may not use this checker at all.
    """

    file: str
    values: Mapping[str, Any]
    borrowed: bool = False

    def listed(self, *keys: str) -> list[str]:
        """Return a setting as a list, also if it is written as one text; empty if unset."""
        value = self.value(*keys)
        if isinstance(value, str):
            return [each.strip() for each in value.replace(":", ",").split(",") if each.strip()]
        return [str(each) for each in value] if isinstance(value, list) else []

    def value(self, *keys: str) -> Any:
        """Return a setting in nested tables; None if it is not set."""
        found: Any = self.values
        for key in keys:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found


class _Place(NamedTuple):
    """A file, the function that reads it, and the path of tables to a checker's settings."""

    file: str
    read: Callable[[Path], Mapping[str, Any]]
    tables: tuple[str, ...] = ()
    borrowed: bool = False


def _toml(path: Path) -> Mapping[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _ini(path: Path) -> Mapping[str, Any]:
    parser = configparser.RawConfigParser()
    parser.read_string(path.read_text(encoding="utf-8"))
    return {name: dict(parser[name]) for name in parser.sections()}


def _json(path: Path) -> Mapping[str, Any]:
    return JsonDocument(path).stated() or {}


def _tool(name: str, *, borrowed: bool = False) -> _Place:
    return _Place("pyproject.toml", _toml, ("tool", name), borrowed)


_OF_MYPY: Final = (
    _Place("mypy.ini", _ini, ("mypy",)),
    _Place(".mypy.ini", _ini, ("mypy",)),
    _tool("mypy"),
    _Place("setup.cfg", _ini, ("mypy",)),
)

PLACES: Final[Mapping[str, tuple[_Place, ...]]] = {
    "mypy": _OF_MYPY,
    "pyright": (_Place("pyrightconfig.json", _json), _tool("pyright")),
    "basedpyright": (
        _Place("pyrightconfig.json", _json, borrowed=True),
        _tool("basedpyright"),
        _tool("pyright", borrowed=True),
    ),
    "pyrefly": (_Place("pyrefly.toml", _toml), _tool("pyrefly")),
    "ty": (_Place("ty.toml", _toml), _tool("ty")),
    "zuban": (_tool("zuban"), *(place._replace(borrowed=True) for place in _OF_MYPY)),
}
"""The places where each checker looks for its settings in a folder; the first found counts."""


def configuration(checker: str) -> Configuration | None:
    """Return the settings that a checker finds in the current folder; None if there are none.

    Raises:
        CommandError: a file cannot be read.
    """
    for place in PLACES[checker]:
        path = Path(place.file)
        if not path.is_file():
            continue
        try:
            found: Any = place.read(path)
        except (OSError, ValueError, configparser.Error) as error:
            raise CommandError(f"cannot read {place.file}: {error}") from None
        values = Configuration(place.file, found).value(*place.tables)
        if isinstance(values, Mapping):
            return Configuration(place.file, values, place.borrowed)
    return None
