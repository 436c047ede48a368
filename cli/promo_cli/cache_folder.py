"""Where `promo check` keeps mypy's cache: a folder for each combination of settings.

Runs with other plugins, options or settings would invalidate each other's cache.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from itertools import starmap
from tempfile import TemporaryDirectory
from typing import Final

_OF_THE_PROJECT: Final = "promo-typing"
"""The folder of runs that take all settings from the project."""
_FAILURES: Final = (OSError, shutil.Error, sqlite3.Error)
"""Errors of copying a file that changes meanwhile; without the copy mypy reads everything anew."""


def cache_folder(parent: str, settings: Mapping[str, object]) -> str:
    """Return the folder below mypy's own cache for runs with these settings.

    A new folder begins as a copy of the one for no settings, since most of mypy's knowledge of
    libraries does not depend on settings.
    """
    words = [_OF_THE_PROJECT, *starmap(_word, settings.items())]
    folder = os.path.join(parent, "-".join(words).lower())
    first = os.path.join(parent, _OF_THE_PROJECT)
    if os.path.isdir(first) and not os.path.exists(folder):
        with suppress(*_FAILURES), TemporaryDirectory(prefix="promo-new-", dir=parent) as new:
            copied = shutil.copytree(first, os.path.join(new, "cache"), copy_function=_copy)
            os.rename(copied, folder)
    return folder


def _word(key: str, value: object) -> str:
    """The part of the folder's name for a setting; only the key for settings of single modules."""
    return key if isinstance(value, list) else f"{key}-{value}"


def _copy(source: str, target: str) -> str:
    """Copy a file; if it is a database, another run may be writing to it meanwhile."""
    if not source.endswith(".db"):
        return str(shutil.copy2(source, target))
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
    return target
