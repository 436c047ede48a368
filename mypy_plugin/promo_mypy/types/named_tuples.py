"""The fields of named tuples."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import TypeInfo


def field_names(info: TypeInfo) -> Sequence[str]:
    """Return the names of a named tuple's fields in order; empty for other classes."""
    found = info.metadata.get("namedtuple", {}).get("fields", [])
    return [str(each) for each in found] if isinstance(found, list) else []
