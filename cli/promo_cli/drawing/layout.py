"""The layout of a picture, in inches from the lower left corner."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, TypeAlias

from promo_cli.drawing.boxes import COLUMNS, Box, Column, boxes
from promo_typing.lattice import PartialOrder

Point: TypeAlias = tuple[float, float]

TEXT_HEIGHT: Final = 10 / 72
"""Ten points."""

LINE_HEIGHT: Final = 1.3 * TEXT_HEIGHT
_LETTER_WIDTH: Final = 0.602 * TEXT_HEIGHT
"""The width of a letter in the fixed-width font."""

_PADDING: Final = 0.09
_GAP: Final = 0.22
_COLUMN_GAP: Final = 0.4
_RANK_GAP: Final = 0.36
_MARGIN: Final = 0.2
_NARROWEST: Final = 0.56
_LANE: Final = 0.1
"""The least distance between a line and a box that it passes."""

_TINY: Final = 1e-9

_NEAREST_PORT: Final = 0.1
_PORTS: Final = 0.14
"""Where slanting lines start on a box's edge: their offset from the middle grows up to a limit."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A box with the place of its middle, and its size."""

    box: Box
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Line:
    """An edge, with points between its ends that keep it off other boxes."""

    points: tuple[Point, ...]
    redundant: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a picture without its title; the headings are at the middles of columns."""

    placed: tuple[Placed, ...]
    lines: tuple[Line, ...]
    headings: tuple[tuple[Column, float], ...]
    width: float
    height: float


def layout(order: PartialOrder) -> Layout:
    """Return the places of all nodes and edges of a partial order."""
    found = boxes(order)
    columns: list[Column] = [c for c in COLUMNS if any(box.column == c for box in found)]
    ranks = range(max(box.rank for box in found) + 1)
    cells = {
        (rank, column): [box for box in found if (box.rank, box.column) == (rank, column)]
        for rank in ranks
        for column in columns
    }
    widths = {c: max(_width(cells[rank, c]) for rank in ranks) for c in columns}
    middles = _middles([widths[column] for column in columns], _COLUMN_GAP)
    heights = [max(_height(b) for c in columns for b in cells[rank, c]) for rank in ranks]
    levels = _middles(heights, _RANK_GAP)
    placed: list[Placed] = []
    for rank in ranks:
        for column, middle in zip(columns, middles, strict=True):
            row = _sorted(cells[rank, column], placed, order)
            placed += _row(row, middle, levels[rank])
    return Layout(
        placed=tuple(placed),
        lines=tuple(_lines(order, placed)),
        headings=tuple(zip(columns, middles, strict=True)),
        width=middles[-1] + widths[columns[-1]] / 2 + _MARGIN,
        height=levels[-1] + heights[-1] / 2 + _MARGIN,
    )


def _width(row: Sequence[Box]) -> float:
    return sum(map(_box_width, row)) + _GAP * (len(row) - 1)


def _box_width(box: Box) -> float:
    return max(_NARROWEST, max(map(len, box.lines)) * _LETTER_WIDTH + 2 * _PADDING)


def _height(box: Box) -> float:
    return len(box.lines) * LINE_HEIGHT + 2 * _PADDING


def _middles(sizes: Iterable[float], gap: float) -> list[float]:
    """The middles of things in a row, from their sizes and the gap between them."""
    found, end = [], _MARGIN
    for size in sizes:
        found.append(end + size / 2)
        end += size + gap
    return found


def _sorted(row: list[Box], placed: Sequence[Placed], order: PartialOrder) -> list[Box]:
    """A row sorted by the places of the boxes below, so that fewer lines cross."""

    def place(box: Box) -> float:
        below = [p.x for p in placed if order.edges[p.box.names[0]].count(box.names[0])]
        return sum(below) / len(below) if below else 0.0

    return sorted(row, key=place)


def _row(row: Sequence[Box], middle: float, level: float) -> Iterable[Placed]:
    left = middle - _width(row) / 2
    for box in row:
        width = _box_width(box)
        yield Placed(box, left + width / 2, level, width, _height(box))
        left += width + _GAP


def _lines(order: PartialOrder, placed: Sequence[Placed]) -> Iterable[Line]:
    redundant = set(order.redundant_edges())
    first = {each.box.names[0]: each for each in placed}
    edges = [(n, up) for n in first for up in order.edges[n] if up in first]
    for name, above in edges:
        lower, upper = first[name], first[above]
        leaving = [first[up].x - lower.x for n, up in edges if n == name]
        arriving = [first[n].x - upper.x for n, up in edges if up == above]
        start = lower.x + _shift(upper.x - lower.x, leaving), lower.y + lower.height / 2
        end = upper.x + _shift(lower.x - upper.x, arriving), upper.y - upper.height / 2
        straight = Line((start, end), (name, above) in redundant)
        yield _led_around(straight, lower, upper, placed)


def _shift(towards: float, all_of_them: Iterable[float]) -> float:
    """How far from the middle of a box a line starts; lines to distant boxes start further out."""
    if abs(towards) < _LANE:
        return 0.0
    same_side = sorted({abs(each) for each in all_of_them if each * towards > 0})
    outwards = _NEAREST_PORT + _PORTS * same_side.index(abs(towards)) / len(same_side)
    return math.copysign(outwards, towards)


def _led_around(line: Line, lower: Placed, upper: Placed, placed: Sequence[Placed]) -> Line:
    """Lead a line past the boxes of the rows that it goes through, if one is in its way."""
    start, end = line.points
    ranks = range(lower.box.rank, upper.box.rank + 1)
    rows = [[each for each in placed if each.box.rank == rank] for rank in ranks]
    others = [each for row in rows for each in row if each not in (lower, upper)]
    if not any(_crosses(start, end, each) for each in others):
        return line
    points = [start, (start[0], _ends(rows[0])[1])]
    for row in rows[1:-1]:
        low, high = _ends(row)
        lane = _lane(row, _at(start, end, (low + high) / 2))
        points += [(lane, low), (lane, high)]
    points += [(end[0], _ends(rows[-1])[0]), end]
    return replace(line, points=tuple(dict.fromkeys(points)))


def _ends(row: Sequence[Placed]) -> tuple[float, float]:
    """The lower and the upper edge of a row."""
    half = max(each.height for each in row) / 2
    return row[0].y - half, row[0].y + half


def _at(start: Point, end: Point, level: float) -> float:
    """The horizontal place of a straight line at a height, clamped to the line's ends."""
    share = (level - start[1]) / (end[1] - start[1])
    return start[0] + (end[0] - start[0]) * min(max(share, 0), 1)


def _crosses(start: Point, end: Point, each: Placed) -> bool:
    """Whether a straight line comes too near to a box."""
    low, high = each.y - each.height / 2, each.y + each.height / 2
    if high <= start[1] or low >= end[1]:
        return False
    left, right = sorted((_at(start, end, low), _at(start, end, high)))
    room = each.width / 2 + _LANE - _TINY
    return left < each.x + room and right > each.x - room


def _lane(row: Sequence[Placed], wanted: float) -> float:
    """The horizontal place between the boxes of a row that is nearest to the wanted one."""

    def is_free(x: float) -> bool:
        return all(abs(x - each.x) >= each.width / 2 + _LANE - _TINY for each in row)

    sides = [each.x + side * (each.width / 2 + _LANE) for each in row for side in (-1, 1)]
    return min(filter(is_free, [wanted, *sides]), key=lambda x: abs(x - wanted))


def bends(line: Line) -> bool:
    """Whether a line is not straight."""
    return any(a[0] != b[0] for a, b in pairwise(line.points)) and len(line.points) > 2
