"""What a surface says of a module: an entry for each public name."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Entry: TypeAlias = dict[str, Any]
"""One public name: its ``kind`` and what is known of it."""

Surface: TypeAlias = dict[str, Entry]

PACKAGE: Final = "__path__"
"""The name under which a surface says that its module is a package."""
