"""Files whose text is read from another file, as mypy's option ``--shadow-file`` asks.

What is read of a source beside mypy has to be the text that mypy reads: it is found by its lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

_INSTEAD: Final[dict[str, str]] = {}


def take_instead(pairs: Iterable[Sequence[str]] | None) -> None:
    """Set the files that are read in place of others; earlier ones are forgotten."""
    _INSTEAD.clear()
    _INSTEAD.update((os.path.realpath(path), instead) for path, instead in pairs or ())


def text_path(path: str) -> str:
    """Return the file from which the text of a file is read."""
    return _INSTEAD.get(os.path.realpath(path), path) if _INSTEAD else path
