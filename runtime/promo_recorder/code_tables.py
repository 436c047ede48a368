"""Adjusts the tables of a Python 3.11 code object after instructions were inserted.

The position table has the place in the source of each instruction, the exception table has the
handlers of exceptions. ``Objects/locations.md`` and ``Objects/exception_handling_notes.txt`` of
CPython describe them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Final

_ENTRY: Final = re.compile(rb"[\x80-\xff][\x00-\x7f]*")
"""An entry of the position table; its first byte has its kind and the number of its code units."""

_MOST_UNITS: Final = 8

_ONE_LINE: Final = range(10, 13)
"""Kinds of entries that imply the increment of the line: 0, 1 or 2."""

_WITHOUT_COLUMNS: Final = 13
_LONG: Final = 14
"""Kinds of entries with the increment of the line in the following bytes."""

_MORE: Final = 64
"""The bit of a byte that says that a number continues; each byte holds six bits of a number."""

_FIRST: Final = 128
"""The bit that marks the first byte of an entry."""


def stretched_positions(table: bytes, added: Mapping[int, int]) -> Iterator[bytes]:
    """Yield position entries in which inserted code has the position of its instruction.

    Args:
        table: ``co_linetable``.
        added: the number of units added at each instruction, by the unit where it starts, in order.
    """
    entries = _ENTRY.findall(table)
    ends = list(accumulate(entry[0] % _MOST_UNITS + 1 for entry in entries))
    copied = 0
    for start, more in added.items():
        found = bisect_right(ends, start)
        yield from entries[copied : found + 1]
        copied = max(copied, found + 1)
        for rest in range(more, 0, -_MOST_UNITS):
            yield _same_place(entries[found], min(rest, _MOST_UNITS))
    yield from entries[copied:]


def _same_place(entry: bytes, units: int) -> bytes:
    """Return an entry for more code units at the position of the previous entry."""
    kind, rest = entry[0] >> 3 & 15, entry[1:]
    if kind in _ONE_LINE:
        kind = _ONE_LINE[0]
    elif kind in (_WITHOUT_COLUMNS, _LONG):
        last = next(number for number, each in enumerate(rest) if not each & _MORE)
        rest = bytes([0]) + rest[last + 1 :]
    return bytes([_FIRST | kind << 3 | units - 1]) + rest


def moved_handlers(table: bytes, place: Callable[[int], int]) -> Iterator[int]:
    """Yield the exception table with its entries moved to the new places of instructions.

    Args:
        table: ``co_exceptiontable``.
        place: the function from the old position of a unit to its new position.
    """
    numbers = _numbers(table)
    for start, size, target, depth in zip(numbers, numbers, numbers, numbers, strict=True):
        first, end = place(start), place(start + size)
        head, *rest = _bytes_of(first)
        yield head | _FIRST
        yield from rest
        for each in (end - first, place(target), depth):
            yield from _bytes_of(each)


def _numbers(table: bytes) -> Iterator[int]:
    number = 0
    for each in table:
        number = number << 6 | each & 63
        if not each & _MORE:
            yield number
            number = 0


def _bytes_of(number: int) -> list[int]:
    """A number in groups of six bits, the highest first."""
    found = [number & 63]
    while number := number >> 6:
        found.insert(0, number & 63 | _MORE)
    return found
