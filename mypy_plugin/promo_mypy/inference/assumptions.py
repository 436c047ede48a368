"""What is assumed of fields while it is looked at what they get.

A value may depend on the field itself, or on another one that depends on it. So what is found then
is remembered only if it does not rest on an assumption that is still to be confirmed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Generic, TypeAlias, TypeVar

from mypy.types import Type

_TRIES: Final = 12
"""How often something is looked at if mypy does not know yet what it depends on."""

FieldTypes: TypeAlias = Mapping[str, Type]
"""The types of fields by their names."""
T = TypeVar("T")


class Assumptions:
    """What is assumed now, by the full names of classes and attributes.

    Attributes:
        asked: how often something was asked for that is only assumed.
        asked_of_attributes: how often that was whether an attribute has the type that mypy says.
        is_waiting: whether something was asked for that mypy does not know yet.
    """

    def __init__(self) -> None:
        """Assume nothing."""
        self.asked = 0
        self.asked_of_attributes = 0
        self.is_waiting = False
        self._assumed: dict[str, FieldTypes] = {}
        self._asked_of = set[str]()

    def of(self, name: str) -> FieldTypes | None:
        """Return what is assumed of a class or an attribute; None if it is not looked at now."""
        assumed = self._assumed.get(name)
        if assumed is not None:
            self.asked += 1
            self._asked_of.add(name)
        return assumed

    def ask_of_attribute(self) -> None:
        """Count that it was asked whether an attribute has the type that mypy says."""
        self.asked += 1
        self.asked_of_attributes += 1

    @contextmanager
    def assuming(self, name: str, types: FieldTypes) -> Iterator[None]:
        """Assume these types as long as the block lasts."""
        before = self._assumed.get(name)
        self._assumed[name] = types
        try:
            yield
        finally:
            del self._assumed[name]
            if before is not None:
                self._assumed[name] = before

    def confirmed(self, name: str) -> bool:
        """Whether nothing else that is assumed was asked for since it was looked at."""
        self._asked_of.discard(name)
        return self._asked_of.isdisjoint(self._assumed)


class Remembered(Generic[T]):
    """What was found of classes or attributes, by their full names."""

    def __init__(self, assumptions: Assumptions, unknown: T) -> None:
        """Start with nothing; ``unknown`` is for what mypy never comes to know."""
        self._assumptions = assumptions
        self._unknown = unknown
        self._known: dict[str, T] = {}
        self._tries: dict[str, int] = {}

    def of(self, name: str, assumed: FieldTypes, look: Callable[[], T]) -> T:
        """Return what is known, or look at it as long as ``assumed`` is."""
        if name in self._known:
            return self._known[name]
        tries = self._tries.get(name, 0)
        if tries >= _TRIES:
            return self._known.setdefault(name, self._unknown)
        assumptions = self._assumptions
        was_waiting, assumptions.is_waiting = assumptions.is_waiting, False
        with assumptions.assuming(name, assumed):
            found = look()
        if assumptions.confirmed(name):
            self._tries[name] = tries + 1
            if not assumptions.is_waiting:
                self._known[name] = found
        assumptions.is_waiting |= was_waiting
        return found
