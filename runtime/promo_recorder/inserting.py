"""Inserts calls into compiled functions: at their start, yields, returns and assignments.

This module is for the bytecode of Python 3.11. The names, the source positions and the exception
handlers of a function stay the same. Inserted calls leave the stack unchanged, so the function
computes the same.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from dis import hasjrel, opmap
from inspect import CO_ASYNC_GENERATOR, CO_GENERATOR
from itertools import accumulate
from types import CodeType
from typing import Any, Final, NamedTuple

from promo_recorder.code_tables import moved_handlers, stretched_positions

assert sys.version_info[:2] == (3, 11)

_RESUME: Final = opmap["RESUME"]
_RETURN: Final = opmap["RETURN_VALUE"]
_YIELD: Final = opmap["YIELD_VALUE"]
_SEND: Final = opmap["SEND"]
_EXTENDED: Final = opmap["EXTENDED_ARG"]
_STORES: Final = frozenset({opmap["STORE_FAST"], opmap["STORE_DEREF"]})
_JUMPS: Final = frozenset(hasjrel)
_BACKWARD: Final = frozenset(code for name, code in opmap.items() if "BACKWARD" in name)

_MARKED: Final = re.compile(
    b"%c*[%s]" % (_EXTENDED, re.escape(bytes([_RESUME, _RETURN, _YIELD, *_STORES, *_JUMPS]))),
    re.DOTALL,
)
"""Matches the opcodes at which code is inserted, and those of jumps, with their prefixes."""

_GENERATORS: Final = CO_GENERATOR | CO_ASYNC_GENERATOR
"""The flags of generators; in other functions a yield belongs to an ``await``."""

_CALL: Final = (("PRECALL", 1), ("CALL", 4))
"""The instructions of a call, each with the number of its cache entries."""

_CALLED_ALWAYS: Final = 3
"""The hooks that every function calls."""

_STACK: Final = 3
"""The stack slots that a call needs: a null, the function and a copy of the value."""


class Hooks(NamedTuple):
    """The functions to call: ``started`` without argument, the others with the value concerned.

    ``stored`` maps the name of a variable to the function that gets each value assigned to it.
    """

    started: Callable[[], object]
    yielded: Callable[[Any], object]
    returned: Callable[[Any], object]
    stored: Mapping[str, Callable[[Any], object]]


@dataclass(slots=True)
class _Mark:
    """An instruction at which code is inserted, or a jump.

    Positions and lengths are in units of two bytes. ``start``, ``end`` and ``target`` are the
    original positions of the instruction and of the place to which it jumps.
    """

    start: int
    end: int
    opcode: int
    operand: int
    width: int
    target: int
    before: bytes = b""
    after: bytes = b""

    @property
    def added(self) -> int:
        """The number of inserted units, including prefixes for a longer operand."""
        more = self.width - (self.end - self.start)
        return (len(self.before) + len(self.after)) // 2 + more

    @property
    def written(self) -> bytes:
        return self.before + _operation(self.opcode, self.operand, self.width) + self.after


def with_hooks(code: CodeType, hooks: Hooks) -> CodeType:
    """Return the code of a function with calls of the hooks inserted."""
    units = code.co_code
    marks = list(_marks(units))
    _add_calls(marks, code)
    _add_calls_of_stores(marks, code, hooks.stored)
    place = _lay_out(marks)
    added = {each.start: each.added for each in marks}
    return code.replace(
        co_code=b"".join(_written(units, marks)),
        co_consts=(*code.co_consts, *hooks[:_CALLED_ALWAYS], *hooks.stored.values()),
        co_stacksize=code.co_stacksize + _STACK,
        co_linetable=b"".join(stretched_positions(code.co_linetable, added)),
        co_exceptiontable=bytes(moved_handlers(code.co_exceptiontable, place)),
    )


def _marks(units: bytes) -> Iterator[_Mark]:
    for found in _MARKED.finditer(units[::2]):
        start, end = found.span()
        opcode = found[0][-1]
        operand = int.from_bytes(units[2 * start + 1 : 2 * end : 2], "big")
        target = end + (-operand if opcode in _BACKWARD else operand)
        yield _Mark(start, end, opcode, operand, end - start, target)


def _add_calls(marks: Sequence[_Mark], code: CodeType) -> None:
    """Insert a call at the start, before each return and, in generators, before each yield."""
    started, yielded, returned = range(len(code.co_consts), len(code.co_consts) + _CALLED_ALWAYS)
    previous = marks[0]
    for each in marks:
        if each.opcode == _RESUME and each.operand == 0:
            each.after = _call(started, arguments=0)
        elif each.opcode == _RETURN:
            each.before = _call(returned, arguments=1)
        elif each.opcode == _YIELD and code.co_flags & _GENERATORS:
            each.before = _call(yielded, arguments=1)
            if (previous.opcode, previous.end) == (_SEND, each.start):
                # ``throw`` into a ``yield from`` reads the operand of the instruction before the
                # yield, so a copy of it must stand there.
                each.before += _unit("NOP", previous.operand)
        previous = each


def _add_calls_of_stores(marks: Sequence[_Mark], code: CodeType, stored: Iterable[str]) -> None:
    """Insert a call before each assignment to a variable."""
    first = len(code.co_consts) + _CALLED_ALWAYS
    constants = {name: first + number for number, name in enumerate(stored)}
    cells = (each for each in code.co_cellvars if each not in code.co_varnames)
    names = (*code.co_varnames, *cells, *code.co_freevars)
    for each in marks:
        constant = constants.get(names[each.operand]) if each.opcode in _STORES else None
        if constant is not None:
            each.before = _call(constant, arguments=1)


def _call(constant: int, arguments: int) -> bytes:
    """The instructions of a call, with no argument or with the value on top of the stack."""
    function = _operation(opmap["LOAD_CONST"], constant, _width(constant))
    copied = _unit("COPY", _STACK) * arguments
    call = b"".join(_unit(name, arguments) + bytes(2 * caches) for name, caches in _CALL)
    return _unit("PUSH_NULL") + function + copied + call + _unit("POP_TOP")


def _unit(name: str, operand: int = 0) -> bytes:
    return bytes([opmap[name], operand])


def _operation(opcode: int, operand: int, width: int) -> bytes:
    *prefixes, low = operand.to_bytes(width, "big")
    return b"".join(_unit("EXTENDED_ARG", each) for each in prefixes) + bytes([opcode, low])


def _width(operand: int) -> int:
    """The units of an instruction, including the prefixes for its operand."""
    return max(1, (operand.bit_length() + 7) // 8)


def _lay_out(marks: Sequence[_Mark]) -> Callable[[int], int]:
    """Adjust all jumps, and return a function from old to new positions.

    A jump to an instruction goes to the code inserted before it.
    """
    starts = [each.start for each in marks]
    jumps = [each for each in marks if each.opcode in _JUMPS]
    while True:
        added = list(accumulate((each.added for each in marks), initial=0))

        def place(unit: int, added: Sequence[int] = added) -> int:
            return unit + added[bisect_left(starts, unit)]

        if all(_fits(each, place) for each in jumps):
            return place


def _fits(jump: _Mark, place: Callable[[int], int]) -> bool:
    """Set the operand of a jump; return False if the jump has grown, which moves later code."""
    jump.operand = abs(place(jump.target) - place(jump.end))
    fits = _width(jump.operand) <= jump.width
    jump.width = max(jump.width, _width(jump.operand))
    return fits


def _written(units: bytes, marks: Sequence[_Mark]) -> Iterator[bytes]:
    end = 0
    for each in marks:
        yield units[2 * end : 2 * each.start]
        yield each.written
        end = each.end
    yield units[2 * end :]
