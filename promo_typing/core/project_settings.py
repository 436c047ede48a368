"""The settings of a project, for the plugin and for the audit, and where they come from.

They stand in the configuration file that mypy uses: in the table ``[tool.promo-typing]`` of a
``.toml`` file, else in the section ``[promo-typing]``.

    x64           true if the program runs with ``jax_enable_x64``                 (default: false)
    explicit_x64  "warn", "error" or "allow": ``jax_explicit_x64_dtypes``          (default: "warn")
    promotion     "standard" or "strict": ``jax_numpy_dtype_promotion``        (default: "standard")
    infer         true to check bodies of functions for what annotations leave open (default: false)
    lints         "recommended", "strict" or "all"                          (default: "recommended")

All but ``infer`` may also be chosen for some modules. In TOML that is an entry of
``[[tool.promo-typing.overrides]]`` with a key ``module``, a pattern or a list of patterns as mypy
has them. In an INI file it is a section ``[promo-typing-PATTERN]``.

The environment variable ``PROMO_TYPING_SETTINGS`` is meant for programs that run mypy, such as the
command ``promo``. It holds a JSON object with the same keys. Its settings for all modules override
those of the file, and its overrides are added after those of the file. Mistakes in it are reported
like mistakes in the file.
"""

from __future__ import annotations

import configparser
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from promo_typing.core import module_patterns
from promo_typing.core.configuration import (
    EXPLICIT_X64,
    PROMOTION,
    SECTION_OF_MODULES,
    SETTINGS_TABLE,
    SETTINGS_VARIABLE,
)
from promo_typing.core.lints import LINT_SETS, LintChoice, LintSet

_LINTS: Final = "lints"
INFER: Final = "infer"
X64: Final = "x64"
PROMOTION_SETTING: Final = "promotion"
OVERRIDES: Final = "overrides"
MODULE: Final = "module"
_INI_BOOLEANS: Final = configparser.ConfigParser.BOOLEAN_STATES


class ConfigError(Exception):
    """The settings cannot be used; the message names the file, the key and the allowed values."""


class Source(NamedTuple):
    """A place that holds settings: its name in messages, and its keys and values."""

    label: str
    values: Mapping[str, object]


class JaxSettings(NamedTuple):
    """JAX's settings for all modules, and those for the modules that a pattern matches."""

    everywhere: Mapping[str, Any]
    modules: Mapping[str, Mapping[str, Any]]


def infer(config_file: str | None) -> bool:
    """Return whether the plugin infers, from bodies of functions, what annotations leave open.

    Raises:
        ConfigError: the file or the environment variable has an unknown key or a wrong value, or
            cannot be read.
    """
    return _merged(config_file).get(INFER) is True


def lints(config_file: str | None) -> LintChoice:
    """Return which lints the configuration chooses.

    Raises:
        ConfigError: as :func:`infer` does.
    """
    everywhere = _merged(config_file).get(_LINTS, LintChoice().everywhere)
    modules: dict[str, LintSet] = {
        pattern: _lint_set(values[_LINTS])
        for pattern, values in _overrides(config_file).items()
        if _LINTS in values
    }
    return LintChoice(_lint_set(everywhere), modules)


def _lint_set(value: object) -> LintSet:
    return next(name for name in LINT_SETS if name == value)


def of_jax(config_file: str | None) -> JaxSettings:
    """Return the settings of JAX that decide dtypes, as far as the configuration has them.

    Raises:
        ConfigError: as :func:`infer` does.
    """
    modules = {k: _jax_alone(values) for k, values in _overrides(config_file).items()}
    stated = {pattern: values for pattern, values in modules.items() if values}
    return JaxSettings(_jax_alone(_merged(config_file)), stated)


def _jax_alone(values: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in values.items() if key not in (_LINTS, INFER)}


def _merged(config_file: str | None) -> dict[str, object]:
    """The settings for all modules; the environment overrides the file."""
    merged: dict[str, object] = {}
    for source in (_from_file(config_file), _from_environment()):
        merged.update((k, _validated(source, k)) for k in source.values if k != OVERRIDES)
    return merged


def _overrides(config_file: str | None) -> dict[str, dict[str, object]]:
    """The settings for some modules, by the pattern that matches these modules."""
    overrides: dict[str, dict[str, object]] = {}
    for source in (_from_file(config_file), _from_environment()):
        for pattern, values in _of_modules(source):
            overrides.setdefault(pattern, {}).update(values)
    return overrides


def _of_modules(source: Source) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each pattern of a source with the settings of the modules that it matches."""
    label = f"{source.label} {OVERRIDES}"
    tables = source.values.get(OVERRIDES, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ConfigError(f"{label}: write [[tool.{SETTINGS_TABLE}.{OVERRIDES}]]")
    for override in (Source(label, table) for table in tables):
        values = _override_values(override)
        yield from ((pattern, values) for pattern in _patterns(override))


def _override_values(override: Source) -> dict[str, object]:
    if not {MODULE} < {*override.values} <= {MODULE, *_PER_MODULE}:
        raise ConfigError(
            f"{override.label}: expected {MODULE} and some of {', '.join(_PER_MODULE)}, "
            f"got {', '.join(override.values) or 'nothing'}"
        )
    return {key: _validated(override, key) for key in override.values if key != MODULE}


def _patterns(override: Source) -> list[str]:
    value = override.values[MODULE]
    patterns: list[str] = []
    for pattern in value if isinstance(value, list) else [value]:
        if not isinstance(pattern, str) or not module_patterns.VALID.fullmatch(pattern):
            raise ConfigError(
                f"{override.label}: {MODULE} = {_shown(pattern)} is not valid; write the name of "
                "a module, in which * stands for whole components, as in package.*"
            )
        patterns.append(pattern)
    return patterns


def stated(config_file: str | None) -> frozenset[str]:
    """Return the keys that are set in the configuration file or the environment.

    Raises:
        ConfigError: one of them cannot be read.
    """
    return frozenset(
        key for source in (_from_file(config_file), _from_environment()) for key in source.values
    )


def _from_file(config_file: str | None) -> Source:
    if config_file is None or not Path(config_file).is_file():
        return Source("", {})
    reader = _read_toml if config_file.endswith(".toml") else _read_ini
    try:
        return reader(Path(config_file))
    except (OSError, ValueError, configparser.Error) as error:
        raise ConfigError(f"{config_file}: cannot read the settings: {error}") from error


def _read_toml(path: Path) -> Source:
    tools = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {})
    table = tools.get(SETTINGS_TABLE, {})
    if not isinstance(table, dict):
        raise ConfigError(
            f"{path}: tool.{SETTINGS_TABLE} is to be a table, [tool.{SETTINGS_TABLE}]"
        )
    return Source(f"{path}: [tool.{SETTINGS_TABLE}]", table)


def _read_ini(path: Path) -> Source:
    parser = configparser.RawConfigParser()
    parser.read(path, encoding="utf-8")
    section = dict(parser[SETTINGS_TABLE]) if parser.has_section(SETTINGS_TABLE) else {}
    values = {key: _ini_value(key, text) for key, text in section.items()}
    overrides = [
        {MODULE: pattern.strip(), **{k: _ini_value(k, text) for k, text in parser[name].items()}}
        for name in parser.sections()
        if name.startswith(SECTION_OF_MODULES)
        for pattern in name.removeprefix(SECTION_OF_MODULES).split(",")
    ]
    if overrides:
        values[OVERRIDES] = overrides
    return Source(f"{path}: [{SETTINGS_TABLE}]", values)


def _ini_value(key: str, text: str) -> object:
    """Convert the text of an INI value: ``on`` to True for a boolean key, ``"x"`` to ``x`` else."""
    if key in (X64, INFER):
        return _INI_BOOLEANS.get(text.lower(), text)
    return text.strip("\"'")


def _from_environment() -> Source:
    text = os.environ.get(SETTINGS_VARIABLE)
    if not text:
        return Source("", {})
    label = f"environment variable {SETTINGS_VARIABLE}"
    try:
        values = json.loads(text)
    except ValueError as error:
        raise ConfigError(f"{label}: expected a JSON object, got {text!r} ({error})") from error
    if not isinstance(values, dict):
        raise ConfigError(f"{label}: expected a JSON object, got {text!r}")
    return Source(label, values)


ALLOWED: Final[dict[str, tuple[object, ...]]] = {
    X64: (True, False),
    "explicit_x64": EXPLICIT_X64,
    "promotion": PROMOTION,
    INFER: (True, False),
    _LINTS: LINT_SETS,
}
"""The allowed values of each key."""

_PER_MODULE: Final = [key for key in ALLOWED if key != INFER]
"""The keys that an override may set: not ``infer``, since inference crosses modules."""


def _validated(source: Source, key: str) -> object:
    value = source.values[key]
    if key not in ALLOWED:
        known = ", ".join(ALLOWED)
        raise ConfigError(f"{source.label}: unknown key {key!r}; the keys are {known}")
    if not any(value is allowed or _equal_text(value, allowed) for allowed in ALLOWED[key]):
        allowed = " or ".join(json.dumps(choice) for choice in ALLOWED[key])
        raise ConfigError(f"{source.label}: {key} = {_shown(value)} is not valid; use {allowed}")
    return value


def _equal_text(value: object, allowed: object) -> bool:
    return isinstance(value, str) and value == allowed


def _shown(value: object) -> str:
    return json.dumps(value, default=str)
