"""The paths of files as they are shown."""

from __future__ import annotations

import os


def path_from_here(path: str) -> str:
    """Return a path as mypy shows it: below the current folder without that, else as it is."""
    here = os.path.join(os.getcwd(), "")
    absolute = os.path.abspath(path)
    return absolute.removeprefix(here) if absolute.startswith(here) else path
