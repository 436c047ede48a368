"""Whether a dtype is known in every call that a program makes, and not in some of them alone.

The body of a function is checked for its calls. Where one of them has an argument of unknown dtype,
an expression in the body may have any dtype, whatever it has in the others. mypy's own look at a
function without annotations is no call: it counts where nothing that is known calls the function.
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
"""What calls the tests of a program."""
AS_A_WHOLE: Final = "as a whole"
"""The call of what mypy looks at itself, which is looked at once more with what is known here."""
_NONE: Final = frozenset[FuncItem]()


class _Call(NamedTuple):
    """A call, by where it is written.

    Attributes:
        number: that of the check of the body.
        unknown: how many of its arguments have no dtype.
        first: the line and column where the call starts.
        last: those where it ends.
    """

    number: int
    unknown: int
    first: tuple[int, int]
    last: tuple[int, int]

    def overlaps(self, other: _Call) -> bool:
        """Whether the two are at the same place: then they are two looks at one call."""
        return self.first <= other.last and other.first <= self.last


class KnownEverywhere:
    """The calls of a program, from what mypy looks at itself to bodies that are checked."""

    def __init__(self, bodies: Bodies, visits: Visits, *, is_asked: bool) -> None:
        """Start without a call.

        Args:
            bodies: what is written in functions.
            visits: the bodies that are being checked.
            is_asked: whether anybody asks in the end, so that it is worth to remember the calls.
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
        """Return a number for the check of a body."""
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
        """Record that a function is called, for which its body was checked.

        Args:
            function: what is called.
            given: the types of its parameters in the call.
            number: that of the check.
            checker: the checker that is at the call.
            context: the call.
            by: what calls the function, unless that is what is being checked.
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
        """Record the types in a body; functions in it may have bodies of their own."""
        if not self._is_left_out:
            inner = self._bodies.inner(function)
            unknown = (each for each, typ in types.items() if is_silent(typ))
            self._unknown[number] = tuple((each, inner.get(each, _NONE)) for each in unknown)

    def unknown(self) -> frozenset[Expression]:
        """Return the expressions of unknown dtype in any call."""
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
        """What is unknown in the check of a body, but for functions in it that are called.

        mypy looks itself at a lambda that is passed on, so that nothing calls it.
        """
        for each, around in self._unknown.get(number, ()):
            if self._called.isdisjoint(around):
                yield each

    def _within(self, caller: Hashable) -> Iterator[int]:
        """The checks of bodies that are called there."""
        if caller in self._whole:
            yield self._whole[caller]
            return
        for calls in self._calls.get(caller, {}).values():
            yield from (each.number for each in calls)

    @property
    def _is_left_out(self) -> bool:
        return self._visits.is_aside or not self._is_asked

    def _caller(self, visit: Visit | None, checker: TypeChecker) -> Hashable:
        """What is being checked: a body for a call, by its number, or what mypy itself looks at."""
        function = checker.scope.current_function()
        if visit is not None and function in (visit.function, None):
            return visit.number
        found: Hashable = function or checker.tree
        if visit is None and self._passes.get(found) != checker.pass_num:
            self._passes[found] = checker.pass_num
            self._calls.pop(found, None)  # In an earlier pass mypy knew less.
        return found

    def _counts(self, caller: Hashable) -> bool:
        """Whether what a caller calls is called in any case."""
        is_called = isinstance(caller, FuncItem) and caller in self._called
        return not (isinstance(caller, int) or is_called)


def _place(context: Context) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where an expression starts and ends; mypy does not know the end of all of them."""
    first = context.line, context.column
    last = context.end_line or context.line, context.end_column or context.column
    return first, max(first, last)


def _add(calls: list[_Call], call: _Call) -> None:
    """Add a call of a function, unless more is known of its arguments at another look."""
    looks = [each for each in calls if call.overlaps(each)]
    if call not in looks and all(call.unknown <= each.unknown for each in looks):
        calls[:] = [each for each in calls if each not in looks or each.unknown <= call.unknown]
        calls.append(call)
