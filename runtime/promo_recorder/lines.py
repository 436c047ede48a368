"""The lines of a function that assign variables, from Python 3.12 on.

``sys.monitoring`` has no event for an assignment, so a variable is read when the next line is
reached.
"""

from __future__ import annotations

import dis
import sys
from collections import Counter
from collections.abc import Iterator
from types import CodeType
from typing import Any, Final

from promo_recorder.watches import Held, Watch

_SHARES_LOCALS: Final = sys.version_info < (3, 13)
"""Whether the program's ``locals()`` is the same dictionary as ``f_locals`` here."""

_LOCALS: Final = frozenset({"locals", "vars"})

_STORES: Final = ("STORE_FAST", "STORE_DEREF")
_LOADS_AS_WELL: Final = ("STORE_FAST_LOAD_FAST",)
"""Instructions that name two variables, and set only the first one."""


class Lines:
    """The lines of a function that assign variables, and the current line of each call."""

    def __init__(self, watch: Watch) -> None:
        """Find the variables of each line.

        ``unseen`` has the variables that a line sets twice, so that the first value is not seen.
        """
        shown = _SHARES_LOCALS and not _LOCALS.isdisjoint(watch.code.co_names)
        counts = Counter(() if shown else _stores(watch.code))
        names = {name for (_, name), count in counts.items() if count > 1}
        self.unseen = [each for each in watch.variables.values() if each.name in names]
        self._of_line: dict[int, list[Held]] = {}
        for line, name in counts:
            if name in watch.variables and name not in names:
                self._of_line.setdefault(line, []).append(watch.variables[name])
        self._at: dict[int, list[Held]] = {}

    @property
    def are_watched(self) -> bool:
        """Whether any of the variables is still watched."""
        return any(not each.over for found in self._of_line.values() for each in found)

    def reach(self, frame: int, line: int) -> list[Held]:
        """Note the new line of a call; return the variables that the previous line has set."""
        found = self.leave(frame)
        if line in self._of_line:
            self._at[frame] = self._of_line[line]
        return found

    def leave(self, frame: int) -> list[Held]:
        """Forget the line of a call, which starts or ends; return the variables that it has set."""
        return self._at.pop(frame, [])


def _stores(code: CodeType) -> Iterator[tuple[int, str]]:
    """The line and the variable of each instruction that sets one."""
    line = code.co_firstlineno
    for each in dis.get_instructions(code):
        if each.positions is not None and each.positions.lineno is not None:
            line = each.positions.lineno
        if each.opname.startswith(_STORES):
            yield from ((line, name) for name in _names(each.opname, each.argval))


def _names(opname: str, argument: Any) -> tuple[str, ...]:
    """The variables that an instruction sets; some set two."""
    found: tuple[str, ...] = argument if isinstance(argument, tuple) else (argument,)
    return found[:1] if opname in _LOADS_AS_WELL else found
