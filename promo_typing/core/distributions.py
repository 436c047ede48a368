"""Versions of installed distributions.

The standard library has that, too, in ``importlib.metadata``. But it parses files of metadata as
mail, and mypy would wait for these modules for a tenth of the time in which it loads the plugin.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Final

_METADATA: Final = re.compile(r"(?P<name>.+?)-(?P<version>[^-]+)\.(dist|egg)-info", re.IGNORECASE)


def installed_version(distribution: str) -> str | None:
    """Return the version of a distribution, None if it is not installed.

    That of the first folder on the path which has its metadata, as Python itself takes it.

    Args:
        distribution: its name in lower case, with an underscore for each ``-``.
    """
    for folder in sys.path:
        for entry in _entries(folder or os.curdir):
            known = _METADATA.fullmatch(entry) if entry.lower().startswith(distribution) else None
            if known is not None and known["name"].lower().replace("-", "_") == distribution:
                return known["version"]
    return _in_other_forms(distribution)


def _entries(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []  # Of a path not all need be there, and an archive is no folder.


def _in_other_forms(distribution: str) -> str | None:
    """The version of what is not installed as files, but in an archive for one."""
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
