"""Whether the dtype of an expression is known in every call of the function that it stands in.

The body of a function is checked for each of its calls. If a call has an argument of unknown dtype,
an expression in the body may have any dtype there, even if it is known in all other calls. mypy
also checks a function without annotations by itself. That counts as a call only if there are no
others.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import Context, Expression, FuncItem
from mypy.types import Type

from promo_mypy.inference.bodies import Bodies, is_of_module
from promo_mypy.inference.visits import Visit, Visits
from promo_mypy.types.silence import is_silent

BY_PYTEST: Final = "pytest"
"""The caller of a program's tests."""
AS_A_WHOLE: Final = "as a whole"
"""The caller in a second look at a function or module that mypy itself has checked before."""
_NONE: Final = frozenset[FuncItem]()


class _Call(NamedTuple):
    """A call of a function.

    Attributes:
        number: the number of the check of the body.
        unknown: how many arguments have an unknown dtype.
        first: the line and column at which the call starts.
        last: the line and column at which it ends.
    """

    number: int
    unknown: int
    first: tuple[int, int]
    last: tuple[int, int]

    def overlaps(self, other: _Call) -> bool:
        """Whether two calls are at one place: then they are the same call, checked twice."""
        return self.first <= other.last and other.first <= self.last


class KnownEverywhere:
    """The call graph of a program: callers are checked bodies, and what mypy itself checks."""

    def __init__(self, bodies: Bodies, visits: Visits, *, is_asked: bool) -> None:
        """Start without a call.

        Args:
            bodies: the facts read from functions.
            visits: the stack of bodies that are being checked.
            is_asked: whether :meth:`unknown` will be asked; if not, nothing is recorded.
        """
        self._bodies = bodies
        self._visits = visits
        self._is_asked = is_asked
        self._numbers = count()
        self._calls = defaultdict[Hashable, dict[FuncItem, list[_Call]]](dict)
        self._passes: dict[Hashable, int] = {}
        self._called = set[FuncItem]()
        self._whole: dict[Hashable, int] = {}
        self._unknown: dict[int, tuple[tuple[Expression, frozenset[FuncItem]], ...]] = {}

    def new(self) -> int:
        """Return a new number, for the check of a body."""
        return next(self._numbers)

    def called(
        self,
        function: FuncItem,
        given: Sequence[Type],
        number: int,
        checker: TypeChecker,
        context: Context,
        by: Hashable = None,
    ) -> None:
        """Record a call of a function whose body was checked for it.

        Args:
            function: the function that is called.
            given: the types of its parameters in the call.
            number: the number of the check.
            checker: the checker that is at the call.
            context: the expression of the call.
            by: the caller, if that is not the body that is being checked.
        """
        visit = self._visits.innermost
        if self._is_left_out or (visit is not None and visit.function is None):
            return
        if by == AS_A_WHOLE:
            self._whole[checker.tree if is_of_module(function) else function] = number
            return
        caller = self._caller(visit, checker) if by is None else by
        unknown = sum(map(is_silent, given))
        calls = self._calls[caller].setdefault(function, [])
        _add(calls, _Call(number, unknown, *_place(context)))
        if caller is not function:
            self._called.add(function)

    def checked(self, number: int, function: FuncItem, types: Mapping[Expression, Type]) -> None:
        """Record the expressions of unknown dtype in a body, each with its inner functions."""
        if not self._is_left_out:
            inner = self._bodies.inner(function)
            unknown = (each for each, typ in types.items() if is_silent(typ))
            self._unknown[number] = tuple((each, inner.get(each, _NONE)) for each in unknown)

    def unknown(self) -> frozenset[Expression]:
        """Return the expressions whose dtype is unknown in at least one call."""
        rest = [each for each in (*self._calls, *self._whole) if self._counts(each)]
        seen, found = set[Hashable](), set[Expression]()
        while rest:
            at = rest.pop()
            if at not in seen:
                seen.add(at)
                found.update(self._unknown_in(at) if isinstance(at, int) else ())
                rest += self._within(at)
        return frozenset(found)

    def _unknown_in(self, number: int) -> Iterator[Expression]:
        """The expressions of unknown dtype in the check of a body.

        Inner functions that are called have checks of their own, and are left out. A lambda that is
        only passed on is not called: mypy checked it with the body.
        """
        for each, around in self._unknown.get(number, ()):
            if self._called.isdisjoint(around):
                yield each

    def _within(self, caller: Hashable) -> Iterator[int]:
        """The numbers of the checks of functions that a caller calls."""
        if caller in self._whole:
            yield self._whole[caller]
            return
        for calls in self._calls.get(caller, {}).values():
            yield from (each.number for each in calls)

    @property
    def _is_left_out(self) -> bool:
        return self._visits.is_aside or not self._is_asked

    def _caller(self, visit: Visit | None, checker: TypeChecker) -> Hashable:
        """The current caller: the number of a body's check, or what mypy itself is checking."""
        function = checker.scope.current_function()
        if visit is not None and function in (visit.function, None):
            return visit.number
        found: Hashable = function or checker.tree
        if visit is None and self._passes.get(found) != checker.pass_num:
            self._passes[found] = checker.pass_num
            self._calls.pop(found, None)  # mypy knew less in the earlier pass.
        return found

    def _counts(self, caller: Hashable) -> bool:
        """Whether a caller is a root of the call graph: mypy checks it, and nothing calls it."""
        is_called = isinstance(caller, FuncItem) and caller in self._called
        return not (isinstance(caller, int) or is_called)


def _place(context: Context) -> tuple[tuple[int, int], tuple[int, int]]:
    """The start and end of an expression; the start twice if mypy does not know the end."""
    first = context.line, context.column
    last = context.end_line or context.line, context.end_column or context.column
    return first, max(first, last)


def _add(calls: list[_Call], call: _Call) -> None:
    """Add a call, unless an earlier check of the same call knew more about its arguments."""
    looks = [each for each in calls if call.overlaps(each)]
    if call not in looks and all(call.unknown <= each.unknown for each in looks):
        calls[:] = [each for each in calls if each not in looks or each.unknown <= call.unknown]
        calls.append(call)
