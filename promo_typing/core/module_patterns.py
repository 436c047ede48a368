"""The patterns by which settings name modules: those of mypy's own sections for modules."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Final

VALID: Final = re.compile(r"(?!\*$)([\w-]+|\*)(\.([\w-]+|\*))*")
"""What a pattern may be. mypy passes over a lone ``*``; scripts may have a hyphen in their name."""


def matching(patterns: Iterable[str], module: str) -> list[str]:
    """Return the patterns that match a module, in ascending order of precedence."""
    return sorted((each for each in patterns if _matches(each, module)), key=_precedence)


def _matches(pattern: str, module: str) -> bool:
    return _expression(pattern).fullmatch(module) is not None


@functools.cache
def _expression(pattern: str) -> re.Pattern[str]:
    """What a pattern matches; ``*`` stands for any number of components."""
    first, *others = pattern.split(".")
    expression = ".*" if first == "*" else re.escape(first)
    for part in others:
        expression += r"(\..*)?" if part == "*" else rf"\.{re.escape(part)}"
    return re.compile(expression)


def _precedence(pattern: str) -> tuple[int, int]:
    """Return the sort key by which one of two matching patterns takes precedence.

    A name comes before a pattern such as ``*.tests``, of which the last one counts, and that before
    ``package.*``, of which the longest one does.
    """
    if "*" not in pattern:
        return 2, 0
    if "*" in pattern[:-1]:
        return 1, 0
    return 0, pattern.count(".")
