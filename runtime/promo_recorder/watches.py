"""The watched functions, and the watched variables in them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType
from typing import Final, TypeAlias

from promo_recorder.facts import Call, Function
from promo_recorder.values import Value

_SEEN_ENOUGH: Final = 200
"""After this many values without a new kind, a variable is ignored until the next call.

Of the values that are no arrays, this many in all calls are searched for instances.
"""

_MOST_DIFFERENT: Final = 8
"""A variable with more kinds of values is no longer watched, and gets no annotation."""

Arguments: TypeAlias = tuple[tuple[str, Value], ...]


@dataclass(slots=True)
class Held:
    """A variable of a function, with the kinds of values that it has had."""

    name: str
    seen: set[Value] = field(default_factory=set)
    unchanged: int = 0
    over: bool = False
    others: int = 0

    def looks_inside(self) -> bool:
        """Count a value that is no array; return whether it should be searched for instances."""
        self.others += 1
        return self.others <= _SEEN_ENOUGH

    def is_new(self, value: Value) -> bool:
        """Add a value, and return whether it is of a new kind."""
        if value in self.seen:
            self.unchanged += 1
            self.over = self.unchanged >= _SEEN_ENOUGH
            return False
        self.seen.add(value)
        self.unchanged = 0
        self.over = len(self.seen) > _MOST_DIFFERENT
        return True

    def look_again(self) -> None:
        """Watch the variable again in a new call, unless it has had too many kinds of values."""
        self.unchanged = 0
        self.over = len(self.seen) > _MOST_DIFFERENT


@dataclass(slots=True)
class Watch:
    """A watched function, with its open calls."""

    code: CodeType  # Kept alive, since watches are found by the identity of the code.
    function: Function
    parameters: tuple[str, ...]
    variables: dict[str, Held]
    seen: set[Call] = field(default_factory=set)
    unchanged: int = 0
    has_arrays: bool = False
    over: bool = False
    open: dict[int, Arguments] = field(default_factory=dict)

    def begin(self, frame: int, arguments: Arguments) -> None:
        """Store the arguments of a call by the identity of its frame."""
        if len(self.open) >= _MOST_OPEN_CALLS:
            self.open.clear()
        self.open[frame] = arguments
        for each in self.variables.values():
            each.look_again()


_MOST_OPEN_CALLS: Final = 10_000
"""The most open calls that are kept: calls that raise are never closed."""


def new_watch(code: CodeType, function: Function) -> Watch:
    """Return the watch of a function that was not seen before."""
    parameters = _parameters(code)
    variables = {each: Held(each) for each in _variables(code)}
    return Watch(code, function, parameters, variables)


def _parameters(code: CodeType) -> tuple[str, ...]:
    count = code.co_argcount + code.co_kwonlyargcount
    count += bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[:count]


def _variables(code: CodeType) -> Iterator[str]:
    """The function's own variables and parameters, without captured ones."""
    yield from code.co_varnames
    yield from code.co_cellvars
