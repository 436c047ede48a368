"""What follows for other names from a change of the object that a name stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum, auto
from itertools import product
from typing import NamedTuple, TypeAlias


class Effect(Enum):
    """What may be true of the object that a name stands for."""

    CHANGED = auto()
    """Its entries are changed."""
    CHANGED_WITHIN = auto()
    """Those of an object in it are, that was taken out of it."""
    HOLDS_CHANGED = auto()
    """Those of an object are that was put into it."""
    MAY_BE_CHANGED = auto()
    """It was taken out of something that holds such an object, and may be that one."""


Fact: TypeAlias = tuple[Effect, str]
"""What may be true of a name."""


class Value(NamedTuple):
    """The names of what an expression may be, and of what is in it."""

    same: tuple[str, ...] = ()
    held: tuple[str, ...] = ()

    def or_(self, *others: Value) -> Value:
        """Return what may be this or one of the others."""
        return Value(
            tuple(name for each in (self, *others) for name in each.same),
            tuple(name for each in (self, *others) for name in each.held),
        )


class Effects:
    """Collects what follows from what."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._following: dict[Fact, set[Fact]] = defaultdict(set)

    def following(self, facts: Iterable[Fact]) -> frozenset[Fact]:
        """Return these facts, and all that may be true because of them."""
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
        """A name gets a value."""
        self.give(name, value)
        for other, effect in product(value.same, Effect):
            self._follows(((effect, other), (effect, name)))

    def give(self, name: str, value: Value) -> None:
        """A parameter gets a value: what its caller does to that, it does later."""
        for other, effect in product(value.same, Effect):
            self._follows(((effect, name), (effect, other)))
        self.put_in(Value((name,)), Value(value.held))

    def put_in(self, container: Value, value: Value) -> None:
        """A value is put into a container."""
        for name, item in product(container.same, (*value.same, *value.held)):
            self._follows(
                ((Effect.CHANGED_WITHIN, name), (Effect.CHANGED, item)),
                ((Effect.CHANGED_WITHIN, name), (Effect.CHANGED_WITHIN, item)),
                *(((each, item), (Effect.HOLDS_CHANGED, name)) for each in Effect),
            )

    def take_out(self, container: Value, value: Value) -> None:
        """A value is taken out of a container; nobody knows which one."""
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
