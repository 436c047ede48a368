"""Finds the settings of promo-typing in a project that has no settings of mypy."""

from __future__ import annotations

import configparser
import tomllib
from pathlib import Path

from promo_typing.core.configuration import SETTINGS_TABLE


def dtype_settings_file() -> str | None:
    """Return the ``pyproject.toml`` or ``setup.cfg`` here that has settings of promo-typing.

    mypy passes over a shared configuration file that does not speak of mypy.
    """
    if SETTINGS_TABLE in _toml_tools(Path("pyproject.toml")):
        return "pyproject.toml"
    return "setup.cfg" if SETTINGS_TABLE in _ini_sections(Path("setup.cfg")) else None


def _toml_tools(path: Path) -> dict[str, object]:
    try:
        tools = tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
    except (OSError, ValueError):
        return {}
    return tools if isinstance(tools, dict) else {}


def _ini_sections(path: Path) -> list[str]:
    parser = configparser.RawConfigParser()
    try:
        parser.read(path, encoding="utf-8")
    except (OSError, ValueError, configparser.Error):
        return []
    return parser.sections()
