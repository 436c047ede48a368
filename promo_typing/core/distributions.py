"""Versions of installed distributions.

``importlib.metadata`` of the standard library finds them, too, but it imports a parser of mail for
the files of metadata: a tenth of the time that mypy needs to load the plugin.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Final

_METADATA: Final = re.compile(r"(?P<name>.+?)-(?P<version>[^-]+)\.(dist|egg)-info", re.IGNORECASE)


def installed_version(distribution: str) -> str | None:
    """Return the version of a distribution, None if it is not installed.

    If several folders of ``sys.path`` have it, the first one counts, as when Python imports it.

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
        return []  # sys.path may name folders that do not exist, and archives.


def _in_other_forms(distribution: str) -> str | None:
    """The version of a distribution that is not installed as a folder, but in an archive, say."""
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
