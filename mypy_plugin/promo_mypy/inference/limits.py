"""How much work inference may do, and what it gave up for that."""

from __future__ import annotations

import sys
from collections import Counter
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncItem, MypyFile

DEPTH: Final = 12
"""How many functions may call one another before what they return stays unknown."""
CHOICES: Final = 100
"""For how many choices of types a function is checked."""


class Exceeded(NamedTuple):
    """A function some calls of which were not looked into."""

    path: str
    line: int
    name: str
    reason: str

    def __str__(self) -> str:
        """Say where it is, and which calls these are."""
        return f"{self.path}:{self.line}: {self.name} is {self.reason}: there it stays unknown"


class Limits:
    """Counts what is checked."""

    def __init__(self) -> None:
        """Start with nothing done."""
        self.exceeded: dict[FuncItem, Exceeded] = {}
        self._choices = Counter[FuncItem]()

    def forget(self) -> None:
        """Start anew."""
        self._choices.clear()
        self.exceeded.clear()

    def count(self, function: FuncItem, times: int = 1) -> None:
        """Count that a function is checked; minus one for a check that did not come to its end."""
        self._choices[function] += times

    def allow(self, function: FuncItem, module: MypyFile, depth: int, checker: TypeChecker) -> bool:
        """Whether a function may be checked once more, inside of so many others.

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
