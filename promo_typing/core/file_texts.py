"""Which file has the text of another one, as mypy's option ``--shadow-file`` says.

What is read of a source beside mypy has to be the text that mypy reads: it is found by its lines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

_INSTEAD: Final[dict[str, str]] = {}


def take_instead(pairs: Iterable[Sequence[str]] | None) -> None:
    """Read some files instead of others from now on, and no more than these."""
    _INSTEAD.clear()
    _INSTEAD.update((os.path.realpath(path), instead) for path, instead in pairs or ())


def text_path(path: str) -> str:
    """Return the file to read for the text of a file."""
    return _INSTEAD.get(os.path.realpath(path), path) if _INSTEAD else path
