"""The tables of a code object of Python 3.11, after something was added to its instructions.

One says where in the source each instruction stands, the other where an exception is handled. Both
are described in ``Objects/locations.md`` and ``Objects/exception_handling_notes.txt`` of CPython.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Final

_ENTRY: Final = re.compile(rb"[\x80-\xff][\x00-\x7f]*")
"""The first byte of an entry holds what kind it is of, and how many units of code it is for."""

_MOST_UNITS: Final = 8

_ONE_LINE: Final = range(10, 13)
"""Kinds that say how many lines further it is than the entry before."""

_WITHOUT_COLUMNS: Final = 13
_LONG: Final = 14
"""Kinds with the number of lines in the bytes behind."""

_MORE: Final = 64
"""A bit of a byte: the number goes on in the next one, and each has six bits of it."""

_FIRST: Final = 128
"""A bit of a byte: an entry begins."""


def stretched_positions(table: bytes, added: Mapping[int, int]) -> Iterator[bytes]:
    """Yield entries by which what is added to an instruction has the same place in the source.

    Args:
        table: ``co_linetable``.
        added: how many units are added to the instructions that begin somewhere, in their order.
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
    """Return an entry for more units at the place of the one before: it is no line further."""
    kind, rest = entry[0] >> 3 & 15, entry[1:]
    if kind in _ONE_LINE:
        kind = _ONE_LINE[0]
    elif kind in (_WITHOUT_COLUMNS, _LONG):
        last = next(number for number, each in enumerate(rest) if not each & _MORE)
        rest = bytes([0]) + rest[last + 1 :]
    return bytes([_FIRST | kind << 3 | units - 1]) + rest


def moved_handlers(table: bytes, place: Callable[[int], int]) -> Iterator[int]:
    """Yield the bytes of entries for the same instructions, which are elsewhere now.

    Args:
        table: ``co_exceptiontable``.
        place: where the unit that was somewhere is now.
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
    """The highest six bits come first."""
    found = [number & 63]
    while number := number >> 6:
        found.insert(0, number & 63 | _MORE)
    return found
