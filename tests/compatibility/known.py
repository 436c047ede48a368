"""New errors with a known reason: the checked code is wrong, or its annotations are."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.compatibility.checkers import CHECKERS, Finding
from tests.compatibility.packages import PACKAGES

FILE = Path(__file__).with_suffix(".toml")


class KnownError(ValueError):
    """The list is malformed; the message names the entry and the problem."""


@dataclass(frozen=True, slots=True)
class Known:
    """Expected errors of some checkers in a package, by file, codes and a part of the message.

    ``file`` is a shell pattern.
    """

    package: str
    checkers: tuple[str, ...]
    file: str
    codes: tuple[str, ...]
    text: str
    reason: str

    def concerns(self, package: str, checker: str) -> bool:
        """Whether this checker is expected to report such errors in this package."""
        return package == self.package and checker in self.checkers

    def explains(self, error: Finding) -> bool:
        """Whether the entry applies to an error."""
        matches = fnmatchcase(error.file, self.file) and error.code in self.codes
        return matches and self.text in error.message


def load(file: Path = FILE) -> list[Known]:
    """Read the list.

    Raises:
        KnownError: an entry lacks a field, or names an unknown package, checker or reason.
    """
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return [_entry(each, data["reasons"]) for each in data.get("known", [])]


def _entry(each: dict[str, Any], reasons: dict[str, str]) -> Known:
    try:
        known = Known(
            each["package"],
            tuple(each["checkers"]),
            each["file"],
            tuple(each["codes"]),
            each["text"],
            reasons[each["reason"]],
        )
    except KeyError as error:
        raise KnownError(f"no {error} in {each}") from error
    unknown = [name for name in known.checkers if name not in CHECKERS]
    if unknown or known.package not in PACKAGES:
        raise KnownError(f"no such checker or package in {each}")
    return known
