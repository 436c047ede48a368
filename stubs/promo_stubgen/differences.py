"""Computes differences between texts, for `promo_typing.core.line_differences`.

Overloads of a variant differ from others in a line or two, so most of their lines are taken from
the other text, or again from those before. The search is greedy: of all places where the next
lines stand, it takes the one that saves the most.
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
"""The number of places that the search compares: the latest ones, or the nearest."""


def difference(given: str, wanted: str) -> Difference:
    """Return the difference that turns one text into another."""
    search = _Search(given.split("\n"), wanted.split("\n"))
    return Difference(list(_joined(search.instructions())), digest(wanted))


class _Copy(NamedTuple):
    """Lines that can be copied from elsewhere, with the instructions for that."""

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
        """Index the pairs of lines that end before a line."""
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
        """The copy that saves the most at a line, or else the line itself."""
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
        """The number of wanted lines that match those at a place."""
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
