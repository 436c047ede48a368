"""Reads mypy's errors and notes from its text output.

Its JSON output would not do: in some supported versions it does not say where an error ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_LINE: Final = re.compile(
    r"(?P<file>[^:].*?)"
    r"(?::(?P<line>\d+)(?::(?P<column>\d+)(?::(?P<end_line>\d+):(?P<end_column>\d+))?)?)?"
    r": (?P<severity>error|note): (?P<message>.*?)(?:  \[(?P<code>[\w-]+)\])?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a source file; lines and columns count from 1 and in characters.

    ``end_column`` is the column of the last character, so a single character has equal columns.
    """

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Finding:
    """An error or a note at a place in the program; without a span if mypy names none."""

    file: str
    span: Span | None
    severity: str
    message: str
    code: str | None

    @property
    def is_error(self) -> bool:
        """Whether it is an error, and not a note."""
        return self.severity == "error"


def parse(line: str) -> Finding | None:
    """Return the finding in a line of mypy's output; None if the line is something else."""
    match = _LINE.fullmatch(line)
    if match is None or match["file"] in ("mypy", "promo-typing"):
        return None
    return Finding(match["file"], _span(match), match["severity"], match["message"], match["code"])


def _span(match: re.Match[str]) -> Span | None:
    if match["line"] is None:
        return None
    line, column = int(match["line"]), int(match["column"] or 1)
    end_line, end_column = int(match["end_line"] or line), int(match["end_column"] or column)
    return Span(line, column, end_line, max(end_column, column) if end_line == line else end_column)
