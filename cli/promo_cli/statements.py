"""The statements of a file, listed before mypy drops them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import Block, Node, Statement

_PARTS: Final = ("defs", "body", "else_body", "bodies", "handlers", "finally_body", "func", "items")
"""Attributes of the nodes of statements that hold further statements."""


def statements(node: Node) -> Iterator[Statement]:
    """Yield the statements of a file, and those inside others."""
    # An interpreted class cannot inherit from the visitors of a compiled mypy.
    for part in _PARTS:
        held = getattr(node, part, None)
        for child in held if isinstance(held, list) else [held]:
            if isinstance(child, Statement):
                yield child
            if isinstance(child, (Statement, Block)):
                yield from statements(child)
