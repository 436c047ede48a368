"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number of things: ``1 pair``, ``2 pairs``."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"
