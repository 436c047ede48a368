"""Limits on the work of inference, and the functions that exceeded them."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncItem, MypyFile

DEPTH: Final = 12
"""The most nested calls; results of deeper ones stay unknown."""
CHOICES: Final = 100
"""The most combinations of argument types for which a function is checked."""


class Exceeded(NamedTuple):
    """A function of which not all calls were checked."""

    path: str
    line: int
    name: str
    reason: str

    def __str__(self) -> str:
        """Say where the function is, and which calls were left out."""
        return f"{self.path}:{self.line}: {self.name} is {self.reason}: there it stays unknown"


class Limits:
    """Counts checks of functions."""

    def __init__(self) -> None:
        """Start with nothing done."""
        self.exceeded: dict[FuncItem, Exceeded] = {}
        self._choices = Counter[FuncItem]()

    def forget(self) -> None:
        """Start anew."""
        self._choices.clear()
        self.exceeded.clear()

    def count(self, function: FuncItem, times: int = 1) -> None:
        """Count a check of a function; minus one takes back a check that failed."""
        self._choices[function] += times

    def allow(self, function: FuncItem, module: MypyFile, depth: int, checker: TypeChecker) -> bool:
        """Whether a function may be checked once more at this depth of calls.

        If not, mypy says so under ``--verbose``, once for each function.
        """
        reason = ""
        if self._choices[function] >= CHOICES:
            reason = f"called with more than {CHOICES} choices of types"
        elif depth >= DEPTH:
            reason = f"called through {DEPTH} other functions"
        if reason and function not in self.exceeded:
            found = Exceeded(module.path, function.line, function.name, reason)
            self.exceeded[function] = found
            if checker.options.verbosity:
                print(f"LOG:  promo-typing: {found}", file=sys.stderr)
        return not reason
