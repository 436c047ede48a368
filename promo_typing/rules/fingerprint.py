"""A digest of all rules, for caches of results that were computed with them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path


@cache
def fingerprint() -> str:
    """Return a hexadecimal digest that differs whenever a rule may answer differently.

    It covers the source of this package, since the vocabulary of rules is functions.
    """
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
