"""Finds the TypedDict that a dictionary is: when a program runs it is a plain dictionary.

It counts as one of a TypedDict if it has the keys of just one that the program defines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

_KEYS: Final = "__required_keys__"
"""What the class of a TypedDict has, and no other class."""


class _Keys(NamedTuple):
    """The keys of a TypedDict: those that it must have, and all."""

    required: frozenset[str]
    all: frozenset[str]

    def fit(self, value: dict[str, Any]) -> bool:
        """Whether a dictionary has these keys; all of them, if none is required."""
        return (self.required or self.all) <= value.keys() <= self.all


class TypedDicts:
    """The classes of the program that are a TypedDict."""

    def __init__(self, file: Callable[[type], str | None]) -> None:
        """Take what tells the file of a class, None if it is not one of the program."""
        self._file = file
        self._subclasses = 0
        self._known: dict[tuple[str, str], tuple[type, _Keys]] = {}
        self._most_keys = 0

    def of(self, value: dict[Any, Any]) -> type | None:
        """Return the class that a dictionary is of, None for one that is of none or of several."""
        self._learn()
        if not 0 < len(value) <= self._most_keys or not all(type(each) is str for each in value):
            return None
        found = [cls for cls, keys in self._known.values() if keys.fit(value)]
        return found[0] if len(found) == 1 else None

    def declaring(self, cls: type) -> Iterator[type]:
        """Yield those that may be bases of a TypedDict, which does not tell; nothing of others."""
        if _KEYS not in cls.__dict__:
            return
        for other, keys in self._known.values():
            if all(cls.__annotations__.get(key) is other.__annotations__[key] for key in keys.all):
                yield other

    def _learn(self) -> None:
        """Look at the classes that were defined since the last time."""
        classes = dict.__subclasses__()
        if len(classes) == self._subclasses:
            return
        known = dict(self._known)
        for cls in classes:
            file = self._file(cls) if _KEYS in cls.__dict__ else None
            if file is not None:
                keys = _Keys(cls.__dict__[_KEYS], frozenset(cls.__annotations__))
                # A function may define the same class in each call.
                known[file, cls.__qualname__] = cls, keys
        # At once, since other threads may be looking.
        self._known = known
        self._most_keys = max((len(keys.all) for _, keys in known.values()), default=0)
        self._subclasses = len(classes)
