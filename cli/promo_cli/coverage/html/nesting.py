"""The expressions in a line, nested as they are in the program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from promo_cli.finding import Span


class Piece(NamedTuple):
    """The part of an expression that stands in a line; ``number`` says which expression it is."""

    start: int
    end: int
    number: int


class Event(NamedTuple):
    """The start of a piece, or (None) the end of the innermost open one."""

    position: int
    opened: int | None


def pieces(line: int, text: str, spans: Iterable[tuple[int, Span]]) -> Iterator[Piece]:
    """Yield the parts of numbered spans that stand in a line, without its indentation."""
    indentation = len(text) - len(text.lstrip())
    for number, span in spans:
        start = span.column - 1 if span.line == line else indentation
        end = span.end_column if span.end_line == line else len(text)
        if start < min(end, len(text)):
            yield Piece(start, min(end, len(text)), number)


def events(found: Iterable[Piece]) -> Iterator[Event]:
    """Yield where pieces start and end, properly nested.

    A piece that ends behind the piece around it is cut there; mypy gives such places in f-strings.
    """
    open_ends: list[int] = []
    for start, end, number in sorted(found, key=lambda piece: (piece.start, -piece.end)):
        while open_ends and open_ends[-1] <= start:
            yield Event(open_ends.pop(), None)
        open_ends.append(min([end, *open_ends[-1:]]))
        yield Event(start, number)
    while open_ends:
        yield Event(open_ends.pop(), None)
