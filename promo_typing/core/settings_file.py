"""Finds the configuration file that has the settings of a project, as mypy would."""

from __future__ import annotations

import configparser
import functools
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from promo_typing.core.configuration import SECTION_OF_MODULES, SETTINGS_TABLE

_MYPY: Final = "mypy"
_OF_MYPY: Final = ("mypy.ini", ".mypy.ini")
_SHARED: Final = ("pyproject.toml", "setup.cfg")
_ROOTS: Final = (".git", ".hg")


def settings_file() -> str | None:
    """Return the file in which ``promo check`` would find the settings if it ran in this folder."""
    return _of_mypy() or of_ours()


def of_ours() -> str | None:
    """Return the ``pyproject.toml`` or ``setup.cfg`` here that has settings of promo-typing.

    mypy itself does not read such a file unless it has a section for mypy, too.
    """
    return next((name for name in _SHARED if _has_settings(Path(name))), None)


def _has_settings(path: Path) -> bool:
    sections = _sections(path)
    if SETTINGS_TABLE in sections:
        return True
    return path.suffix != ".toml" and any(map(_is_of_modules, sections))


def _is_of_modules(section: str) -> bool:
    return section.startswith(SECTION_OF_MODULES)


def _of_mypy() -> str | None:
    """The file that mypy reads: in this folder or above it, up to the root of the repository.

    Source: ``mypy.config_parser._find_config_file``, with which the tests compare it.
    """
    for folder in _folders():
        for name in (*_OF_MYPY, *_SHARED):
            path = folder / name
            if path.exists() and (name in _OF_MYPY or _MYPY in _sections(path)):
                return os.path.relpath(path)
    configured = os.environ.get("XDG_CONFIG_HOME")
    of_user = (*([f"{configured}/mypy/config"] if configured else []), "~/.config/mypy/config")
    paths = map(os.path.expanduser, (*of_user, "~/.mypy.ini"))
    return next((path for path in paths if os.path.exists(path)), None)


def _folders() -> Iterator[Path]:
    here = Path.cwd()
    for folder in (here, *here.parents):
        yield folder
        if any((folder / root).exists() for root in _ROOTS):
            return


def _sections(path: Path) -> tuple[str, ...]:
    """The tables of tools in a TOML file, or the sections of an INI file."""
    try:
        return _sections_as_of(path.absolute(), path.stat().st_mtime_ns)
    except OSError:
        return ()


# Cached, since each run of an audit asks for the sections.
@functools.lru_cache(maxsize=64)
def _sections_as_of(path: Path, modified: int) -> tuple[str, ...]:
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".toml":
            tools = tomllib.loads(text).get("tool")
            return tuple(tools) if isinstance(tools, dict) else ()
        parser = configparser.RawConfigParser()
        parser.read_string(text)
        return tuple(parser.sections())
    except (OSError, ValueError, configparser.Error):
        return ()
