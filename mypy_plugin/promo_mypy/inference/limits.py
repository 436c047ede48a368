"""Limits on the work of inference, and the functions that exceeded them."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncItem, MypyFile

DEPTH: Final = 12
"""How deep calls may be nested; the results of deeper calls stay unknown."""
CHOICES: Final = 100
"""For how many combinations of argument types a function is checked at most."""


class Exceeded(NamedTuple):
    """A function with calls that were not checked."""

    path: str
    line: int
    name: str
    reason: str

    def __str__(self) -> str:
        """Return a message: where the function is, and why calls were left out."""
        return f"{self.path}:{self.line}: {self.name} is {self.reason}: there it stays unknown"


class Limits:
    """Counts checks of functions."""

    def __init__(self) -> None:
        """Start without checks."""
        self.exceeded: dict[FuncItem, Exceeded] = {}
        self._choices = Counter[FuncItem]()

    def forget(self) -> None:
        """Start anew."""
        self._choices.clear()
        self.exceeded.clear()

    def count(self, function: FuncItem, times: int = 1) -> None:
        """Count a check of a function; ``times=-1`` takes back a check that failed."""
        self._choices[function] += times

    def allow(self, function: FuncItem, module: MypyFile, depth: int, checker: TypeChecker) -> bool:
        """Whether a function may be checked once more at this depth of calls.

        If not, a log line says so under mypy's ``--verbose``, once for each function.
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
