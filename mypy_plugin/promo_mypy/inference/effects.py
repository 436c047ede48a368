"""Propagates changes of objects through the names that may stand for the same object."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import IntEnum, auto
from itertools import product
from typing import NamedTuple, TypeAlias


class Effect(IntEnum):
    """A property of the object that a name stands for.

    It is an integer, whose hash is fast: it stands in the keys of large dictionaries.
    """

    CHANGED = auto()
    """The entries of the object are changed."""
    CHANGED_WITHIN = auto()
    """An object was taken out of this object, and the entries of the former are changed."""
    HOLDS_CHANGED = auto()
    """An object was put into this object, and the former has one of these properties."""
    MAY_BE_CHANGED = auto()
    """The object was taken out of one that holds a changed object, and may be the changed one."""


Fact: TypeAlias = tuple[Effect, str]
"""A property of an object, and a name of the object."""


class Value(NamedTuple):
    """The object that an expression stands for, as names.

    Attributes:
        same: names that may stand for the object itself.
        held: names that may stand for objects in it.
    """

    same: tuple[str, ...] = ()
    held: tuple[str, ...] = ()

    def or_(self, *others: Value) -> Value:
        """Return the union of this value and others."""
        return Value(
            tuple(name for each in (self, *others) for name in each.same),
            tuple(name for each in (self, *others) for name in each.held),
        )


class Effects:
    """Implications: which properties of one name imply properties of another."""

    def __init__(self) -> None:
        """Start without implications."""
        self._following: dict[Fact, set[Fact]] = defaultdict(set)

    def following(self, facts: Iterable[Fact]) -> frozenset[Fact]:
        """Return these facts, and all that they imply."""
        found, rest = set[Fact](), [*facts]
        while rest:
            fact = rest.pop()
            if fact not in found:
                found.add(fact)
                rest += self._following.get(fact, ())
        return frozenset(found)

    def _follows(self, *pairs: tuple[Fact, Fact]) -> None:
        for cause, effect in pairs:
            if cause != effect:
                self._following[cause].add(effect)

    def bind(self, name: str, value: Value) -> None:
        """Record that a value is assigned to a name."""
        self.give(name, value)
        for other, effect in product(value.same, Effect):
            self._follows(((effect, other), (effect, name)))

    def give(self, name: str, value: Value) -> None:
        """Record that a value is passed to a parameter: a change of the parameter changes it."""
        for other, effect in product(value.same, Effect):
            self._follows(((effect, name), (effect, other)))
        self.put_in(Value((name,)), Value(value.held))

    def put_in(self, container: Value, value: Value) -> None:
        """Record that a value is put into a container."""
        for name, item in product(container.same, (*value.same, *value.held)):
            self._follows(
                ((Effect.CHANGED_WITHIN, name), (Effect.CHANGED, item)),
                ((Effect.CHANGED_WITHIN, name), (Effect.CHANGED_WITHIN, item)),
                *(((each, item), (Effect.HOLDS_CHANGED, name)) for each in Effect),
            )

    def take_out(self, container: Value, value: Value) -> None:
        """Record that an unknown item is taken out of a container."""
        for name, item in product(container.same, value.same):
            self._follows(
                ((Effect.CHANGED, item), (Effect.CHANGED_WITHIN, name)),
                ((Effect.CHANGED_WITHIN, item), (Effect.CHANGED_WITHIN, name)),
                ((Effect.CHANGED_WITHIN, name), (Effect.MAY_BE_CHANGED, item)),
                ((Effect.HOLDS_CHANGED, name), (Effect.MAY_BE_CHANGED, item)),
                ((Effect.HOLDS_CHANGED, name), (Effect.HOLDS_CHANGED, item)),
            )
        for name, item in product(value.same, container.held):
            self.bind(name, Value((item,)))
