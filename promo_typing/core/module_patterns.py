"""The patterns by which settings name modules, with the meaning that mypy gives them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import Final

VALID: Final = re.compile(r"(?!\*$)([\w-]+|\*)(\.([\w-]+|\*))*")
"""A valid pattern: not a lone ``*``, which mypy ignores. Names of scripts may have hyphens."""


def matching(patterns: Iterable[str], module: str) -> list[str]:
    """Return the patterns that match a module, in ascending order of precedence."""
    return sorted((each for each in patterns if _matches(each, module)), key=_precedence)


def _matches(pattern: str, module: str) -> bool:
    return _expression(pattern).fullmatch(module) is not None


@functools.cache
def _expression(pattern: str) -> re.Pattern[str]:
    """The regular expression of a pattern; ``*`` stands for any number of components."""
    first, *others = pattern.split(".")
    expression = ".*" if first == "*" else re.escape(first)
    for part in others:
        expression += r"(\..*)?" if part == "*" else rf"\.{re.escape(part)}"
    return re.compile(expression)


def _precedence(pattern: str) -> tuple[int, int]:
    """Return a sort key: of the patterns that match a module, the one with the highest key wins.

    A name without ``*`` beats a pattern such as ``*.tests``, and that beats ``package.*``. Among
    patterns such as ``package.*`` the one with the most components wins. Among those such as
    ``*.tests`` the keys are equal, and the one that is written last wins.
    """
    if "*" not in pattern:
        return 2, 0
    if "*" in pattern[:-1]:
        return 1, 0
    return 0, pattern.count(".")
