"""The share of array expressions with a known dtype, and whether it is large enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from promo_cli.console import say

_Command = TypeVar("_Command", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Share:
    """The number of array expressions, and of those with a known dtype."""

    array_expressions: int
    known_dtype: int

    @property
    def percent(self) -> float:
        """The percentage with a known dtype; 100 if there are no array expressions."""
        total = self.array_expressions
        return 100 * self.known_dtype / total if total else 100.0

    def __str__(self) -> str:
        """Render the percentage; it is never 100 % while a dtype is unknown."""
        everything = self.known_dtype == self.array_expressions
        return f"{100.0 if everything else min(99.9, self.percent):.1f} %"


def fail_under_option(command: _Command) -> _Command:
    """Add the option ``--fail-under`` to a command."""
    return click.option(
        "--fail-under",
        type=click.FloatRange(0, 100),
        metavar="PERCENT",
        help="The exit status is 1 if a smaller share of the array expressions has a known dtype.",
    )(command)


def is_too_small(share: Share, fail_under: float | None) -> bool:
    """Whether the share is below the required one; if so, report it."""
    if fail_under is None or share.percent >= fail_under:
        return False
    say(
        "error",
        f"{share.known_dtype} of {share.array_expressions} array expressions are of known "
        f"dtype: {share.percent:.2f} %, and --fail-under asks for {fail_under:g} %",
    )
    return True
