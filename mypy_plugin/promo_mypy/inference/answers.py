"""What came out of the bodies that were checked, and what is remembered of it."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import NamedTuple

from mypy.nodes import Expression
from mypy.types import Type

from promo_mypy.inference.assumptions import Assumptions
from promo_mypy.inference.findings import Finding
from promo_mypy.inference.limits import Limits


class Answer(NamedTuple):
    """What a function returns for some types, and what the plugin finds in it then."""

    result: Type
    findings: tuple[Finding, ...] = ()


class Answers:
    """The answers of all functions, the types in their bodies, and the work that was done.

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
        self._known: MutableMapping[Hashable, Answer] = {}

    def of(self, key: Hashable) -> Answer | None:
        """Return what is remembered of a function and its types."""
        return self._known.get(key)

    def remember(self, key: Hashable, answer: Answer) -> None:
        """Keep an answer."""
        self._known[key] = answer

    def note(self, types: Mapping[Expression, Type]) -> None:
        """Keep the types in a body that was checked for one call."""
        if self._keeps_types:
            for expression, each in types.items():
                self.types.setdefault(expression, {})[each] = None

    def forget(self) -> None:
        """Drop all: mypy's daemon puts new bodies into the same definitions."""
        self._known.clear()
        self.limits.forget()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Count no work, and show no types, as long as the block lasts.

        Answers are kept unless something was asked for that is only assumed.
        """
        kept, known, asked = (self.limits, self.types), self._known, self._assumptions.asked
        self.limits, self.types, self._known = Limits(), {}, ChainMap({}, known)
        try:
            yield
        finally:
            if self._assumptions.asked == asked:
                known.update(self._known.maps[0])
            (self.limits, self.types), self._known = kept, known

    @contextmanager
    def anew(self) -> Iterator[Mapping[Expression, dict[Type, None]]]:
        """Give the types of what is checked in the block, where nothing is remembered."""
        kept = self.limits, self.types, self._known, self._keeps_types
        self.limits, self.types, self._known, self._keeps_types = Limits(), {}, {}, True
        try:
            yield self.types
        finally:
            self.limits, self.types, self._known, self._keeps_types = kept
