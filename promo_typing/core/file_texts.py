"""Files whose text is read from another file, as mypy's option ``--shadow-file`` asks.

Code that reads a source beside mypy must read the same text as mypy: it looks up the line numbers
that mypy reports.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

_INSTEAD: Final[dict[str, str]] = {}


def take_instead(pairs: Iterable[Sequence[str]] | None) -> None:
    """Set the pairs of a file and the file to read in its place; earlier pairs are forgotten."""
    _INSTEAD.clear()
    _INSTEAD.update((os.path.realpath(path), instead) for path, instead in pairs or ())


def text_path(path: str) -> str:
    """Return the path from which to read the text of a file: its own, if none is set for it."""
    return _INSTEAD.get(os.path.realpath(path), path) if _INSTEAD else path
