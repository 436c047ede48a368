"""Assumptions about the types of fields, made while the values of these fields are inferred.

A value may depend on the field itself, or on another field that depends on the first one. So a
type is assumed for the field meanwhile, and a result is remembered only if it rests on no
assumption that is still to be confirmed.

The counters of :class:`Assumptions` tell whether a computation used an assumption: its caller
compares them before and after.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from mypy.types import Type

from promo_mypy.inference.waiting import Standing, Waiting

_TRIES: Final = 12
"""How often a name is inferred again because mypy does not know all its dependencies yet."""

_MOST_WITHIN: Final = 12
"""How often in all one class is inferred because another one depends on it."""
_WORK: Final = ""
"""A made-up name. A result that is given up after :data:`_MOST_WITHIN` times counts as resting on
an assumption about this name, and so it is not remembered."""

FieldTypes: TypeAlias = Mapping[str, Type]
"""The types of fields by their names."""
T = TypeVar("T")


@dataclass(slots=True)
class Noted:
    """The assumptions that were used in a block.

    Attributes:
        asked: how many uses there were.
        asked_of_attributes: how many of them asked whether mypy's type of an attribute holds.
        asked_by_name: how many of them asked for the types assumed for a class or an attribute.
        asked_of: the names of these classes and attributes.
        relied_on: for each name that was looked up, the assumed types; None without an assumption.
        waiting: the things that mypy did not know yet.
    """

    asked: int
    asked_of_attributes: int
    asked_by_name: int
    asked_of: set[str] = field(default_factory=set)
    relied_on: dict[str, FieldTypes | None] = field(default_factory=dict)
    waiting: Waiting = field(default_factory=Waiting)

    @property
    def is_free(self) -> bool:
        """Whether the block used no assumptions but its own."""
        return self.asked == self.asked_by_name and not any(
            types is not None for types in self.relied_on.values()
        )


class Assumptions:
    """The current assumptions, by the full names of classes and attributes.

    Attributes:
        asked: how often an assumption was used.
        asked_of_attributes: how often the assumption was that mypy's type of an attribute holds.
        waiting: the things that were asked for and that mypy does not know yet.
        look: the number of the current look, which is the inference of a class together with the
            classes that it needs; 0 outside. mypy learns nothing new during a look.
        state: a number that stands for the set of current assumptions.
        others: a number that stands for the current assumptions that are not about names.
    """

    def __init__(self) -> None:
        """Assume nothing."""
        self.asked = 0
        self.asked_of_attributes = 0
        self.waiting: Final = Waiting()
        self.look = 0
        self._looks = 0
        self._assumed: dict[str, FieldTypes] = {}
        self._asked_by_name = 0
        self._asked_of = set[str]()
        self._relied_on: dict[str, FieldTypes | None] = {}
        self._states = 0
        self.state = 0
        self.others = 0

    def of(self, name: str) -> FieldTypes | None:
        """Return and count the assumption about a name; None if the name is not being inferred."""
        assumed = self._assumed.get(name)
        self._relied_on.setdefault(name, assumed)
        if assumed is not None:
            self.asked += 1
            self._asked_by_name += 1
            self._asked_of.add(name)
        return assumed

    def ask(self) -> None:
        """Count one use of an assumption."""
        self.asked += 1

    def ask_of_attribute(self) -> None:
        """Count one use of the assumption that an attribute has the type that mypy says."""
        self.asked += 1
        self.asked_of_attributes += 1

    @contextmanager
    def assuming(self, name: str, types: FieldTypes) -> Iterator[None]:
        """Assume these types while the block lasts."""
        before, state = self._assumed.get(name), self.state
        relied_on = {each: self._relied_on[each] for each in {name} & self._relied_on.keys()}
        self._assumed[name] = types
        self.state = self._new_state()
        try:
            yield
        finally:
            self.state = state
            del self._assumed[name]
            if before is not None:
                self._assumed[name] = before
            self._relied_on.pop(name, None)  # What is around the block does not rely on this.
            self._relied_on.update(relied_on)

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Use no earlier results while the block lasts."""
        before = self.state, self.others
        self.state = self.others = self._new_state()
        try:
            yield
        finally:
            self.state, self.others = before

    def _new_state(self) -> int:
        self._states += 1
        return self._states

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Begin a look, unless this is inside of one already."""
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
            self._relied_on.pop(_WORK, None)  # What is around the look does not rely on this.
            self.look = 0

    def give_up(self) -> None:
        """Note that a name counts as unknown in this look only: it was inferred too often."""
        self.of(_WORK)

    @contextmanager
    def noting(self) -> Iterator[Noted]:
        """Note which assumptions are used while the block lasts."""
        noted = Noted(-self.asked, -self.asked_of_attributes, -self._asked_by_name)
        around = self._asked_of, self._relied_on
        self._asked_of, self._relied_on = noted.asked_of, noted.relied_on
        try:
            with self.waiting.apart():
                yield noted
                noted.waiting.add(self.waiting)
        finally:
            noted.asked += self.asked
            noted.asked_of_attributes += self.asked_of_attributes
            noted.asked_by_name += self._asked_by_name
            self._asked_of, self._relied_on = around
            self._add_names(noted)  # An outer block may be noting the same.

    def ask_again(self, noted: Noted) -> None:
        """Count the assumptions on which a remembered result depends, as when it was computed."""
        if not noted.is_free:
            self.asked += noted.asked
            self.asked_of_attributes += noted.asked_of_attributes
            self._asked_by_name += noted.asked_by_name
        self._add_names(noted)
        self.waiting.add(noted.waiting)

    def _add_names(self, noted: Noted) -> None:
        self._asked_of |= noted.asked_of
        for name, types in noted.relied_on.items():
            self._relied_on.setdefault(name, types)

    @property
    def asked_of_others(self) -> int:
        """How often something was asked for that is assumed of another thing than a name."""
        return self.asked - self._asked_by_name

    def are_as(self, noted: Noted) -> bool:
        """Whether all names that were looked up in a block have the same assumed types now."""
        return all(self._assumed.get(name) == types for name, types in noted.relied_on.items())

    def confirmed(self, name: str) -> bool:
        """Whether the inference of a name has used no assumptions about other names."""
        self._asked_of.discard(name)
        return self._asked_of.isdisjoint(self._assumed)


class _Result(NamedTuple, Generic[T]):
    """A result, the assumptions that it rests on, and the numbers of the state at its start."""

    value: T
    noted: Noted
    state: int
    others: int


class InLook(Generic[T]):
    """Results that are valid during one look, each under the assumptions of its time."""

    def __init__(self, assumptions: Assumptions) -> None:
        """Start without results."""
        self._assumptions = assumptions
        self._look = 0
        self._known = defaultdict[Hashable, list[_Result[T]]](list)

    def of(self, key: Hashable, find: Callable[[], T]) -> T:
        """Return the result remembered under a key, or call ``find`` for it."""
        assumptions = self._assumptions
        if not assumptions.look:
            return find()
        known = self.known(key)
        if known is not None:
            return known.value
        with assumptions.noting() as noted:
            found = find()
        self.keep(key, found, noted)
        return found

    def known(self, key: Hashable) -> _Result[T] | None:
        """Return what is remembered under a key and still valid; None if there is nothing."""
        self._begin_look()
        for each in self._known[key]:
            if self._holds(each):
                self._assumptions.ask_again(each.noted)
                return each
        return None

    def keep(self, key: Hashable, value: T, noted: Noted) -> None:
        """Remember a result under the current assumptions, until the end of the look."""
        self._begin_look()
        state, others = self._assumptions.state, self._assumptions.others
        self._known[key].append(_Result(value, noted, state, others))

    def _begin_look(self) -> None:
        if self._look != self._assumptions.look:
            self._look = self._assumptions.look
            self._known.clear()

    def _holds(self, kept: _Result[T]) -> bool:
        """Whether a result is still valid.

        Assumptions about names are compared. A result that used any other assumption is valid only
        if no assumption has changed.
        """
        if kept.noted.asked > kept.noted.asked_by_name:
            return kept.state == self._assumptions.state
        return kept.others == self._assumptions.others and self._assumptions.are_as(kept.noted)


class Remembered(Generic[T]):
    """Final results about classes or attributes, by their full names."""

    def __init__(self, assumptions: Assumptions, unknown: T) -> None:
        """Start without results; ``unknown`` is the result after too many tries."""
        self._assumptions = assumptions
        self._unknown = unknown
        self._known = Standing[T](assumptions.waiting)
        self._in_look = InLook[T](assumptions)
        self._tries: dict[str, int] = {}
        self._within = Counter[str]()

    def of(self, name: str, assumed: FieldTypes, look: Callable[[], T]) -> T:
        """Return the remembered result for a name, or infer it by ``look``.

        While ``look`` runs, ``assumed`` is taken for the result.
        """
        known = self._known.of(name)
        if known is not None:
            return known.value
        return self._in_look.of(name, lambda: self._inferred(name, assumed, look))

    def _inferred(self, name: str, assumed: FieldTypes, look: Callable[[], T]) -> T:
        """Infer a result, and remember it unless it rests on assumptions about other names."""
        tries = self._tries.get(name, 0)
        if tries >= _TRIES:
            self._known.settle(name, self._unknown)
            return self._unknown
        assumptions = self._assumptions
        is_within, asked = bool(assumptions.look), assumptions.asked_of_others
        if is_within:
            self._within[name] += 1
            if self._within[name] > _MOST_WITHIN:
                assumptions.give_up()
                return self._unknown
        with assumptions.waiting.apart():
            with assumptions.looking(), assumptions.assuming(name, assumed):
                found = look()
            is_final = not is_within or assumptions.asked_of_others == asked
            if is_final and assumptions.confirmed(name):
                self._tries[name] = tries + 1
                self._known.keep(name, found)
        return found

    def results(self) -> Iterator[tuple[str, T]]:
        """Yield the names and the results that are known for good."""
        for name, kept in self._known.answers.items():
            if kept.is_final:
                yield str(name), kept.value
