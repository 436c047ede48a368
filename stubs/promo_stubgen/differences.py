"""Computes differences between texts, for ``promo_typing.core.line_differences``.

Most overloads of a variant differ in a line or two from those of the given text, or from earlier
ones, so most lines can be copied from there. The search is greedy: of all places with the next
lines it takes the one that saves the most text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from promo_typing.core.line_differences import (
    MOVE,
    REPEAT,
    TAKE,
    WRITE,
    Difference,
    digest,
)

_CANDIDATES: Final = 40
"""The number of places that the search compares: the nearest given, the latest written ones."""


def difference(given: str, wanted: str) -> Difference:
    """Return the difference that turns the given text into the wanted one."""
    search = _Search(given.split("\n"), wanted.split("\n"))
    return Difference(list(_joined(search.instructions())), digest(wanted))


class _Copy(NamedTuple):
    """The number of lines that some instructions copy, with these instructions."""

    size: int
    instructions: tuple[str, ...]


@dataclass
class _Places:
    """The places of each pair of successive lines in a text."""

    lines: Sequence[str]
    _by_pair: dict[tuple[str, ...], list[int]] = field(default_factory=dict)
    _known: int = 0

    def of(self, pair: Sequence[str]) -> Sequence[int]:
        """The places of a pair of lines, as far as the text has been indexed."""
        return self._by_pair.get(tuple(pair), ())

    def learn(self, end: int) -> None:
        """Index all pairs of lines before the line ``end``."""
        for at in range(self._known, end - 1):
            pair = self.lines[at], self.lines[at + 1]
            self._by_pair.setdefault(pair, []).append(at)
        self._known = max(self._known, end - 1)


class _Search:
    def __init__(self, given: list[str], wanted: list[str]) -> None:
        self._given, self._wanted = given, wanted
        self._in_given, self._in_written = _Places(given), _Places(wanted)
        self._in_given.learn(len(given))
        self._cursor = 0

    def instructions(self) -> Iterator[str]:
        at = 0
        while at < len(self._wanted):
            best = self._best(at)
            yield from best.instructions
            at += best.size
            self._in_written.learn(at)

    def _best(self, at: int) -> _Copy:
        """The copy that saves the most text at a line, or an instruction to write the line."""
        new = _Copy(1, (WRITE + self._wanted[at],))
        best = max((*self._copies(at), new), key=lambda copy: self._saving(at, copy))
        for instruction in best.instructions:
            if instruction[0] in (TAKE, MOVE):
                self._cursor += int(instruction[1:])
        return best

    def _saving(self, at: int, copy: _Copy) -> int:
        lines = self._wanted[at : at + copy.size]
        return sum(len(line) + 2 for line in lines) - sum(len(i) + 1 for i in copy.instructions)

    def _copies(self, at: int) -> Iterator[_Copy]:
        if count := self._match(self._given, self._cursor, at):
            yield _Copy(count, (f"{TAKE}{count}",))
        near = self._in_given.of(self._wanted[at : at + 2])
        for place in sorted(near, key=lambda each: abs(each - self._cursor))[:_CANDIDATES]:
            count = self._match(self._given, place, at)
            yield _Copy(count, (f"{MOVE}{place - self._cursor}", f"{TAKE}{count}"))
        for place in self._in_written.of(self._wanted[at : at + 2])[-_CANDIDATES:]:
            count = self._match(self._wanted, place, at, at)
            yield _Copy(count, (f"{REPEAT}{at - place} {count}",))

    def _match(self, lines: list[str], place: int, at: int, end: int | None = None) -> int:
        """The number of successive wanted lines from ``at`` on that equal the lines at a place."""
        most = min((len(lines) if end is None else end) - place, len(self._wanted) - at)
        count = 0
        while count < most and lines[place + count] == self._wanted[at + count]:
            count += 1
        return count


def _joined(instructions: Iterator[str]) -> Iterator[str]:
    """Merge instructions that copy successive lines."""
    taken = 0
    for each in instructions:
        if each[0] == TAKE:
            taken += int(each[1:])
            continue
        yield from [f"{TAKE}{taken}"] if taken else []
        taken = 0
        yield each
    yield from [f"{TAKE}{taken}"] if taken else []
