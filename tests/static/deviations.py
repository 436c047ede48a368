"""Where a checker does not answer as expected, and why. The tests fail when it does after all."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Deviation:
    """A line of a program that some checkers judge otherwise; ``code`` is the line's text."""

    program: str
    code: str
    checkers: tuple[str, ...]
    reason: str


def load() -> list[Deviation]:
    """Read the list.

    Raises:
        KeyError: an entry lacks a field, or a reason is not among the named ones.
    """
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return [
        Deviation(
            each["program"], each["code"], tuple(each["checkers"]), data["reasons"][each["reason"]]
        )
        for each in data["deviation"]
    ]
