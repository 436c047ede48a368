"""Entries of a surface: one for each public name of a module."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Entry: TypeAlias = dict[str, Any]
"""A public name: its ``kind``, and its description."""

Surface: TypeAlias = dict[str, Entry]

PACKAGE: Final = "__path__"
"""The name of an entry that marks the module as a package."""
