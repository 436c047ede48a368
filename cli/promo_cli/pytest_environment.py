"""Reads ``JAX_ENABLE_X64`` from the settings of pytest-env, a plugin of pytest.

The settings are the option ``env``, a list of ``KEY=VALUE``, in ``pytest.ini`` or
``[tool.pytest.ini_options]``, and the table ``[tool.pytest_env]``
(https://github.com/pytest-dev/pytest-env).
"""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

_VARIABLE: Final = "JAX_ENABLE_X64"
_ENTRY: Final = re.compile(rf"(?:[RD]:)*\s*{_VARIABLE}\s*=\s*(?P<value>.*)")
TRUE: Final = frozenset({"y", "yes", "t", "true", "on", "1"})
FALSE: Final = frozenset({"n", "no", "f", "false", "off", "0"})
"""The words that JAX reads as false (``jax._src.config.bool_env``)."""

_INI: Final = {"pytest.ini": "pytest", ".pytest.ini": "pytest", "tox.ini": "pytest"}


class Setting(NamedTuple):
    """A setting of pytest that turns x64 on or off."""

    path: str
    x64: bool

    def __str__(self) -> str:
        """Render the setting for a message: its place, and whether it turns x64 on or off."""
        return f"{_VARIABLE} in {self.path} turns x64 {'on' if self.x64 else 'off'}"


def setting() -> Setting | None:
    """Return the setting of the project in this folder, None if there is none."""
    for path, value in _values():
        word = value.strip().lower()
        if word in TRUE | FALSE:
            return Setting(path, word in TRUE)
    return None


def _values() -> Iterator[tuple[str, str]]:
    for path, section in {**_INI, "setup.cfg": "tool:pytest"}.items():
        yield from ((path, value) for value in _listed(_ini_entries(Path(path), section)))
    tools = _toml_tools(Path("pyproject.toml"))
    table = tools.get("pytest_env", {}).get(_VARIABLE)
    if table is not None:
        yield "pyproject.toml", str(table["value"] if isinstance(table, dict) else table)
    entries = tools.get("pytest", {}).get("ini_options", {}).get("env", [])
    lines = entries.splitlines() if isinstance(entries, str) else entries
    yield from (("pyproject.toml", value) for value in _listed(lines))


def _listed(entries: list[str]) -> Iterator[str]:
    for entry in entries:
        match = _ENTRY.fullmatch(entry.strip())
        if match is not None:
            yield match["value"]


def _ini_entries(path: Path, section: str) -> list[str]:
    parser = configparser.RawConfigParser()
    try:
        parser.read(path, encoding="utf-8")
        return parser.get(section, "env", fallback="").splitlines()
    except (OSError, ValueError, configparser.Error):
        return []


def _toml_tools(path: Path) -> dict[str, Any]:
    try:
        tools = tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
    except (OSError, ValueError):
        return {}
    return tools if isinstance(tools, dict) else {}
