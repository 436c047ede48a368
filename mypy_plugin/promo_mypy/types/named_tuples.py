"""What mypy knows of a named tuple."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import TypeInfo


def field_names(info: TypeInfo) -> Sequence[str]:
    """Return the names of the fields of a named tuple, in their order; of no other class."""
    found = info.metadata.get("namedtuple", {}).get("fields", [])
    return [str(each) for each in found] if isinstance(found, list) else []
