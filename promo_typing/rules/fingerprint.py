"""Digests of rules, for what was computed or proven with them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from promo_typing.rules.model import Rule

_FOLDER: Final = Path(__file__).parent


def _digest(*texts: bytes) -> str:
    digest = hashlib.sha256()
    for text in texts:
        digest.update(text + b"\0")
    return digest.hexdigest()[:16]


@cache
def fingerprint() -> str:
    """Return a hexadecimal digest that differs whenever a rule may answer differently.

    It covers the sources of this package, for caches of results: to read them is faster than to
    make all rules.
    """
    paths = sorted(_FOLDER.rglob("*.py"))
    return _digest(*(x for p in paths for x in (p.name.encode(), p.read_bytes())))


@cache
def _meaning() -> bytes:
    """The sources that decide what the structure of a rule means."""
    sources = [*sorted((_FOLDER / "model").glob("*.py")), *map(_FOLDER.joinpath, _EVALUATION)]
    return b"\0".join(path.read_bytes() for path in sources)


_EVALUATION: Final = ("evaluate.py", "bind.py", "select.py")


def rule_fingerprint(rule: Rule) -> str:
    """Return a hexadecimal digest of what one rule says.

    It differs for another structure of the rule, and for another meaning of structures; not for a
    change of other rules, or of words.
    """
    return _digest(repr(rule).encode(), _meaning())
