"""Assumptions about the types of fields, made while the values of these fields are inferred.

A value may depend on the field itself, or on another one that depends on it. So what is found then
is remembered only if it does not rest on an assumption that is still to be confirmed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Generic, TypeAlias, TypeVar

from mypy.types import Type

from promo_mypy.inference.waiting import Standing, Waiting

_TRIES: Final = 12
"""How often something is inferred again whose dependencies mypy does not know yet."""

_MOST_WITHIN: Final = 12
"""How often one class is looked at for the sake of others that it rests on, in all."""
_WORK: Final = ""
"""The name under which it is assumed that this is often enough."""

FieldTypes: TypeAlias = Mapping[str, Type]
"""The types of fields by their names."""
T = TypeVar("T")


@dataclass(slots=True)
class Noted:
    """Which assumptions were used in a block; ``asked_of`` are the names."""

    asked: int
    asked_of_attributes: int
    asked_of: set[str] = field(default_factory=set)
    waiting: Waiting = field(default_factory=Waiting)


class Assumptions:
    """The current assumptions, by the full names of classes and attributes.

    Attributes:
        asked: how often something was asked for that is only assumed.
        asked_of_attributes: how often that was whether an attribute has the type that mypy says.
        waiting: whether something was asked for that mypy does not know yet.
        look: which look at a class this is, with those at others that it needs; 0 if it is none.
            Until its end mypy knows no more.
        state: what stands for all that is assumed now.
    """

    def __init__(self) -> None:
        """Assume nothing."""
        self.asked = 0
        self.asked_of_attributes = 0
        self.waiting: Final = Waiting()
        self.look = 0
        self._looks = 0
        self._assumed: dict[str, FieldTypes] = {}
        self._asked_of = set[str]()
        self._states = 0
        self.state = 0

    def of(self, name: str) -> FieldTypes | None:
        """Return what is assumed of a class or an attribute; None if it is not being inferred."""
        assumed = self._assumed.get(name)
        if assumed is not None:
            self.asked += 1
            self._asked_of.add(name)
        return assumed

    def ask(self) -> None:
        """Count one use of an assumption."""
        self.asked += 1

    def ask_of_attribute(self) -> None:
        """Count that it was asked whether an attribute has the type that mypy says."""
        self.asked += 1
        self.asked_of_attributes += 1

    @contextmanager
    def assuming(self, name: str, types: FieldTypes) -> Iterator[None]:
        """Assume these types while the block lasts."""
        before = self._assumed.get(name)
        self._assumed[name] = types
        try:
            with self.anew():
                yield
        finally:
            del self._assumed[name]
            if before is not None:
                self._assumed[name] = before

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Use no earlier results while the block lasts."""
        state = self.state
        self._states += 1
        self.state = self._states
        try:
            yield
        finally:
            self.state = state

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Infer a class while the block lasts, which may require others to be inferred."""
        if self.look:
            yield
            return
        self._looks += 1
        self.look = self._looks
        self._assumed[_WORK] = {}
        try:
            yield
        finally:
            del self._assumed[_WORK]
            self.look = 0

    def give_up(self) -> None:
        """Note that something counts as unknown, here and not for good: it took too many looks."""
        self.of(_WORK)

    @contextmanager
    def noting(self) -> Iterator[Noted]:
        """Note which assumptions are used while the block lasts."""
        noted = Noted(-self.asked, -self.asked_of_attributes)
        before, self._asked_of = self._asked_of, noted.asked_of
        try:
            with self.waiting.apart():
                yield noted
                noted.waiting.add(self.waiting)
        finally:
            noted.asked += self.asked
            noted.asked_of_attributes += self.asked_of_attributes
            before |= noted.asked_of  # An outer block may be noting the same.
            self._asked_of = before

    def ask_again(self, noted: Noted) -> None:
        """Count again the assumptions on which a remembered result depends."""
        self.asked += noted.asked
        self.asked_of_attributes += noted.asked_of_attributes
        self._asked_of |= noted.asked_of
        self.waiting.add(noted.waiting)

    def confirmed(self, name: str) -> bool:
        """Whether the inference of a name has used no assumptions but those about itself."""
        self._asked_of.discard(name)
        return self._asked_of.isdisjoint(self._assumed)


class InLook(Generic[T]):
    """Results that are valid while one class is being inferred, under the current assumptions."""

    def __init__(self, assumptions: Assumptions) -> None:
        """Start with nothing."""
        self._assumptions = assumptions
        self._look = 0
        self._known: dict[Hashable, tuple[T, Noted]] = {}

    def of(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return the remembered result, or compute it."""
        assumptions = self._assumptions
        if not assumptions.look:
            return find()
        if self._look != assumptions.look:
            self._look = assumptions.look
            self._known.clear()
        at = (assumptions.state, key)
        if at in self._known:
            found, noted = self._known[at]
            assumptions.ask_again(noted)
            return found
        with assumptions.noting() as noted:
            found = find()
        self._known[at] = found, noted
        return found


class Remembered(Generic[T]):
    """Final results about classes or attributes, by their full names."""

    def __init__(self, assumptions: Assumptions, unknown: T) -> None:
        """Start without results; ``unknown`` stands for what mypy never gets to know."""
        self._assumptions = assumptions
        self._unknown = unknown
        self._known = Standing[T](assumptions.waiting)
        self._tries: dict[str, int] = {}
        self._within = Counter[str]()

    def of(self, name: str, assumed: FieldTypes, look: Callable[[], T]) -> T:
        """Return the remembered result, or infer it under the assumption ``assumed``."""
        known = self._known.of(name)
        if known is not None:
            return known.value
        tries = self._tries.get(name, 0)
        if tries >= _TRIES:
            self._known.settle(name, self._unknown)
            return self._unknown
        assumptions = self._assumptions
        if assumptions.look:
            self._within[name] += 1
            if self._within[name] > _MOST_WITHIN:
                assumptions.give_up()
                return self._unknown
        with assumptions.waiting.apart():
            with assumptions.looking(), assumptions.assuming(name, assumed):
                found = look()
            if assumptions.confirmed(name):
                self._tries[name] = tries + 1
                self._known.keep(name, found)
        return found

    def results(self) -> Iterator[tuple[str, T]]:
        """Yield what is known for good, with the names."""
        for name, kept in self._known.answers.items():
            if not kept.modules:
                yield str(name), kept.value
