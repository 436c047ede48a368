"""The results of checking bodies, remembered by function and argument types."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from mypy.nodes import Expression
from mypy.types import Type

from promo_mypy.inference.assumptions import Assumptions, Noted
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.limits import Limits
from promo_mypy.inference.visits import Change
from promo_mypy.inference.waiting import Kept, Standing


class Answer(NamedTuple):
    """The result of checking a body for some argument types.

    Attributes:
        result: what the function returns.
        noted: the assumptions that the answer rests on.
        findings: what was found in the body.
        changes: what the function changes.
        number: that of the check.
    """

    result: Type
    noted: Noted
    findings: tuple[Finding, ...] = ()
    changes: tuple[Change, ...] = ()
    number: int = -1


class Answers:
    """The answers of all functions, the types of expressions in bodies, and counts of work.

    Attributes:
        limits: how often each body was checked.
        types: the types that expressions in bodies have, each one once.
    """

    def __init__(self, assumptions: Assumptions, *, keeps_types: bool) -> None:
        """Start without an answer.

        Args:
            assumptions: what is assumed of fields while they are looked at.
            keeps_types: whether the types in bodies count.
        """
        self.limits = Limits()
        self.types: dict[Expression, dict[Type, None]] = {}
        self._assumptions = assumptions
        self._keeps_types = keeps_types
        self._known = Standing[Answer](assumptions.waiting)
        self._found_aside: dict[Hashable, Kept[Answer]] = {}

    def of(self, key: Hashable) -> Answer | None:
        """Return what is remembered of a function and its types, if the same is assumed now."""
        known = self._known.of(key)
        if known is None or not self._assumptions.are_as(known.value.noted):
            return None
        self._assumptions.ask_again(known.value.noted)
        return known.value

    def remember(self, key: Hashable, answer: Answer) -> None:
        """Remember an answer, unless it may change when mypy knows more."""
        self._known.keep(key, answer)

    def note(self, types: Mapping[Expression, Type]) -> None:
        """Record the types in a body that was checked for one call."""
        if self._keeps_types:
            for expression, each in types.items():
                self.types.setdefault(expression, {})[each] = None

    def forget(self) -> None:
        """Forget all: mypy's daemon replaces bodies inside the same definitions."""
        self._known.answers.clear()
        self._found_aside.clear()
        self.limits.forget()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Neither count work nor record types while the block lasts.

        Answers are kept unless something was asked for that is only assumed. They count in such
        blocks alone, since there no lints are looked for.
        """
        kept, known, asked = (self.limits, self.types), self._known.answers, self._assumptions.asked
        around = known if isinstance(known, ChainMap) else ChainMap(self._found_aside, known)
        apart = ChainMap[Hashable, Kept[Answer]]({}, *around.maps)
        self.limits, self.types, self._known.answers = Limits(), {}, apart
        try:
            yield
        finally:
            if self._assumptions.asked == asked:
                around.update(apart.maps[0])
            (self.limits, self.types), self._known.answers = kept, known

    @contextmanager
    def anew(self) -> Iterator[Mapping[Expression, dict[Type, None]]]:
        """Record types apart, and ignore remembered answers, while the block lasts."""
        kept = self.limits, self.types, self._known.answers, self._keeps_types
        aside, self._found_aside = self._found_aside, {}
        self.limits, self.types, self._known.answers, self._keeps_types = Limits(), {}, {}, True
        try:
            yield self.types
        finally:
            self.limits, self.types, self._known.answers, self._keeps_types = kept
            self._found_aside = aside
