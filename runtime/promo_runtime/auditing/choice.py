"""Decides what is reported at a place, by the lints of its module and by ignore comments."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path
from typing import Final

from promo_runtime.auditing.conversion import Conversion, Place
from promo_runtime.auditing.source import source_of
from promo_typing.core import project_settings
from promo_typing.core.configuration import SETTINGS_VARIABLE
from promo_typing.core.lints import (
    LINT_FAMILY,
    LINT_SETS,
    LINTS,
    LintChoice,
    LintSet,
    lints_in,
)
from promo_typing.core.settings_file import settings_file

EVERY_LINT: Final = LintChoice("all")


def chosen_lints(everywhere: LintSet | None = None) -> LintChoice:
    """Return the lints that the project's settings choose, or ``everywhere`` for all modules.

    The settings for some modules hold in any case.

    Raises:
        ConfigError: the settings cannot be used.
        ValueError: there is no set of lints ``everywhere``.
    """
    if everywhere not in (None, *LINT_SETS):
        raise ValueError(f"{everywhere!r} is no set of lints; use {' or '.join(LINT_SETS)}")
    file = settings_file()
    modified = None if file is None else os.stat(file).st_mtime_ns
    chosen = _in_settings(file, os.getcwd(), modified, os.environ.get(SETTINGS_VARIABLE))
    return chosen if everywhere is None else chosen._replace(everywhere=everywhere)


@functools.lru_cache(maxsize=64)
def _in_settings(
    file: str | None, folder: str, modified: int | None, environment: str | None
) -> LintChoice:
    """The lints that a settings file chooses; the other parameters are keys of the cache."""
    return project_settings.lints(file)


def is_reported(found: Conversion, lints: LintChoice) -> bool:
    """Whether a conversion is an error or has a lint that is enabled in its module."""
    if found.code is None or _is_ignored(found.code, found.place):
        return False
    module = module_of(found.place.file) if found.place is not None and lints.modules else ""
    return found.code not in LINTS or found.code in lints_in(lints.in_module(module))


def _is_ignored(code: str, place: Place | None) -> bool:
    source = None if place is None else source_of(place.file)
    if source is None or place is None:
        return False
    codes = source.ignored_at(place)
    return codes is None or code in codes or (code in LINTS and LINT_FAMILY in codes)


def module_of(file: str) -> str:
    """Return the name of a file's module: the imported one, or the name that mypy would give it."""
    for name, module in tuple(sys.modules.items()):
        if name != "__main__" and getattr(module, "__file__", None) == file:
            return name
    path = Path(file)
    names = [] if path.stem == "__init__" else [path.stem]
    for folder in path.parents:
        if not (folder / "__init__.py").exists():
            break
        names.append(folder.name)
    return ".".join(reversed(names))
