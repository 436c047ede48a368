"""Differences between files: which lines of one file stay, move or are added in another.

All numbers are relative, so that a change of one line of a file changes few of its instructions.
The lines of the given file are read in order, and each instruction is a line::

    =12      take the next 12 lines
    >3       leave out 3 lines; a negative number goes back to lines that were read before
    <39 5    repeat 5 lines of the result, beginning 39 lines before its end
    +text    write this line

A text can hold the differences of many files. Each stands below a line with the path of its file
and a digest of the result. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

TAKE: Final = "="
MOVE: Final = ">"
REPEAT: Final = "<"
WRITE: Final = "+"
_INSTRUCTIONS: Final = frozenset({TAKE, MOVE, REPEAT, WRITE})
_DIGITS: Final = 12


class DifferenceError(ValueError):
    """A difference does not belong to the file that it is applied to."""


class Difference(NamedTuple):
    """The instructions that turn one file into another, and the digest of the result."""

    instructions: Sequence[str]
    digest: str

    def apply(self, text: str) -> str:
        """Return the text that the instructions make of the text of a file.

        Raises:
            DifferenceError: the result has another digest than ``digest``.
        """
        made = "\n".join(_lines_of(text.split("\n"), self.instructions))
        if digest(made) != self.digest:
            raise DifferenceError("the file is another one than the difference is from")
        return made


def digest(text: str) -> str:
    """Return a short digest of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _lines_of(given: Sequence[str], instructions: Sequence[str]) -> list[str]:
    made, at = list[str](), 0
    for instruction in instructions:
        kind, rest = instruction[:1], instruction[1:]
        if kind == WRITE:
            made.append(rest)
        elif kind == MOVE:
            at += int(rest)
        elif kind == TAKE:
            made += given[at : at + int(rest)]
            at += int(rest)
        else:
            distance, count = map(int, rest.split(" "))
            made += made[len(made) - distance :][:count]
    return made


def parsed(text: str) -> dict[str, Difference]:
    """Parse a text of :func:`rendered`: return the differences by the paths of their files."""
    found: dict[str, Difference] = {}
    instructions: list[str] = []
    for line in text.split("\n"):
        if line[:1] in _INSTRUCTIONS:
            instructions.append(line)
        elif line and not line.startswith("#"):
            path, expected = line.split(" ")
            instructions = []
            found[path] = Difference(instructions, expected)
    return found


def rendered(differences: Mapping[str, Difference]) -> Iterator[str]:
    """Yield the lines of a text with differences, which are given by the paths of their files."""
    for path, difference in sorted(differences.items()):
        yield f"{path} {difference.digest}"
        yield from difference.instructions
