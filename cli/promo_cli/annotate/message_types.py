"""Reads types from mypy's messages, to find the annotations that they come from."""

from __future__ import annotations

import re
from typing import Final

_FOUND: Final = re.compile(r'(?:incompatible type|got|expression has type) "(?P<type>[^"]+)"')
_MODULE: Final = re.compile(r"\b(?:\w+\.)+")
_UNION: Final = re.compile(r" \| (?![^\[]*\])")

Members = frozenset[str]
"""The members of a union, without the modules of their names."""


def members(annotation: str) -> Members:
    """Return the members of ``Array[jnp.float32] | float``; for no union the type itself."""
    return frozenset(_UNION.split(as_shown(annotation)))


def as_shown(annotation: str) -> str:
    """Return an annotation without the modules of its names, as mypy shows a type."""
    return _MODULE.sub("", annotation)


def found_union(message: str) -> Members | None:
    """Return the union that an error says a value has; None if the message names no union.

    A single type does not help: many annotations may be its cause.
    """
    found = _FOUND.search(message)
    types = members(found["type"]) if found is not None else frozenset()
    return types if len(types) > 1 else None
