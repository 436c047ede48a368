"""The places where a checker deviates from the expected answers, with the reasons.

The tests also fail if a deviation is gone.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Deviation:
    """A line of a program that some checkers judge differently; ``code`` is the line's text."""

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
