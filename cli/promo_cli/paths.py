"""The paths of files as they are shown."""

from __future__ import annotations

import os


def path_from_here(path: str) -> str:
    """Return a path as mypy shows it: relative to the current folder if it is below that."""
    here = os.path.join(os.getcwd(), "")
    absolute = os.path.abspath(path)
    return absolute.removeprefix(here) if absolute.startswith(here) else path
