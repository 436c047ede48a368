"""The names of pages: safe in any file system, one for each path."""

from __future__ import annotations

import hashlib
import re
from typing import Final

INDEX: Final = "index.html"

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.]+")
_LONGEST: Final = 80
_DIGITS: Final = 10


def page_name(path: str) -> str:
    """Return the file name of a page, which is unique even where case does not count."""
    readable = _UNSAFE.sub("-", path)[-_LONGEST:].strip("-.")
    digest = hashlib.sha256(path.encode(errors="surrogateescape")).hexdigest()[:_DIGITS]
    return f"{readable}-{digest}.html"
