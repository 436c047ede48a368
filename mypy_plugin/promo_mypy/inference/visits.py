"""The stack of bodies that are being checked for calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Expression, FuncItem, MypyFile, SymbolNode, Var
from mypy.types import Type

from promo_mypy.inference.findings import Finding
from promo_mypy.inference.limits import DEPTH

_AROUND: Final = 2
"""How many calls may be around a body that is checked aside, in multiples of the depth limit."""


class Change(NamedTuple):
    """A change by which a function puts items into a container that it has not made.

    Attributes:
        variable: the parameter or captured variable that holds the container.
        depth: how many levels down from the variable the container is.
        items: the type of the items that are put in.
    """

    variable: Var
    depth: int
    items: Type


@dataclass(slots=True)
class Visit:
    """A body that is being checked for a call.

    Attributes:
        function: the function; None if the visit only groups the checks inside of it.
        caller: the checker that is at the call.
        written: the expressions that the parameters get in the call.
        given: the types that they get.
        findings: the findings in the bodies of functions that it calls.
        changes: its changes of containers.
        is_ready: whether mypy knew all types that the check needed.
        is_of_moment: whether its result rests on what a global variable is at the moment.
        number: the number of the check.
    """

    function: FuncItem | None
    caller: TypeChecker | None = None
    written: Mapping[SymbolNode, Expression] = field(default_factory=dict)
    given: Mapping[Var, Type] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    is_ready: bool = True
    is_of_moment: bool = False
    number: int = -1


class Visits:
    """A stack of visits; bodies that are checked aside have a stack of their own.

    Attributes:
        is_aside: whether bodies are being checked aside, so that nothing is reported.
    """

    def __init__(self) -> None:
        """Start outside of all bodies."""
        self.is_aside = False
        self._stack: list[Visit] = []
        self._depth_around = 0

    def __bool__(self) -> bool:
        """Whether a body is being checked."""
        return bool(self._stack)

    @property
    def innermost(self) -> Visit | None:
        """The body that is being checked now."""
        return self._stack[-1] if self._stack else None

    @property
    def depth(self) -> int:
        """The depth of calls; around a body that is checked aside, only excessive calls count."""
        depth = len(self._stack)
        return max(depth, self._depth_around + depth - _AROUND * DEPTH)

    @property
    def callers(self) -> Iterator[TypeChecker]:
        """The checkers of the calls, the innermost first."""
        return (each.caller for each in reversed(self._stack) if each.caller is not None)

    def rest_on_moment(self) -> None:
        """Record that what is found in each body rests on what a global variable is now."""
        for each in self._stack:
            each.is_of_moment = True

    def has(self, function: FuncItem) -> bool:
        """Whether the body of a function is being checked."""
        return any(each.function is function for each in self._stack)

    def written(self, variable: SymbolNode, module: MypyFile) -> Expression | None:
        """Return the argument of a visited body's parameter, if its call stands in this module."""
        for visit in reversed(self._stack):
            if variable in visit.written:
                is_there = visit.caller is not None and visit.caller.tree is module
                return visit.written[variable] if is_there else None
        return None

    @contextmanager
    def inside(self, visit: Visit) -> Iterator[None]:
        """Push a visit while the block lasts, or until :meth:`leave` is called."""
        depth = len(self._stack)
        self._stack.append(visit)
        try:
            yield
        finally:
            del self._stack[depth:]

    def leave(self) -> None:
        """Return to the body around the current one."""
        self._stack.pop()

    @contextmanager
    def aside(self, visit: Visit) -> Iterator[None]:
        """Use a new stack, with this visit at its bottom, while the block lasts."""
        around, self._stack = self._stack, [visit]
        was_aside, self.is_aside = self.is_aside, True
        self._depth_around += len(around)
        try:
            yield
        finally:
            self._stack, self.is_aside = around, was_aside
            self._depth_around -= len(around)
