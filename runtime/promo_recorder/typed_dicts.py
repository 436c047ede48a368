"""Finds the TypedDict of a dictionary, which at run time is a plain dictionary.

A dictionary counts as a TypedDict if it has the keys of exactly one that the program defines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

_KEYS: Final = "__required_keys__"
"""The attribute by which the class of a TypedDict is recognised."""


class _Keys(NamedTuple):
    """The keys of a TypedDict: the required ones, and all."""

    required: frozenset[str]
    all: frozenset[str]

    def fit(self, value: dict[str, Any]) -> bool:
        """Whether a dictionary has only these keys, and the required ones, or all if none is."""
        return (self.required or self.all) <= value.keys() <= self.all


class TypedDicts:
    """The TypedDict classes of the program."""

    def __init__(self, file: Callable[[type], str | None]) -> None:
        """Take the function for the file of a class, None for a class outside the program."""
        self._file = file
        self._subclasses = 0
        self._known: dict[tuple[str, str], tuple[type, _Keys]] = {}
        self._most_keys = 0

    def of(self, value: dict[Any, Any]) -> type | None:
        """Return the TypedDict of a dictionary, None if none fits, or several do."""
        self._learn()
        if not 0 < len(value) <= self._most_keys or not all(type(each) is str for each in value):
            return None
        found = [cls for cls, keys in self._known.values() if keys.fit(value)]
        return found[0] if len(found) == 1 else None

    def declaring(self, cls: type) -> Iterator[type]:
        """Yield the classes that may declare keys of a TypedDict, which does not know its bases.

        For other classes nothing is yielded.
        """
        if _KEYS not in cls.__dict__:
            return
        for other, keys in self._known.values():
            if all(cls.__annotations__.get(key) is other.__annotations__[key] for key in keys.all):
                yield other

    def _learn(self) -> None:
        """Add the classes that were defined since the last call."""
        classes = dict.__subclasses__()
        if len(classes) == self._subclasses:
            return
        known = dict(self._known)
        for cls in classes:
            file = self._file(cls) if _KEYS in cls.__dict__ else None
            if file is not None:
                keys = _Keys(cls.__dict__[_KEYS], frozenset(cls.__annotations__))
                # Keyed by name, since a function may define the same class in each call.
                known[file, cls.__qualname__] = cls, keys
        # Replaced in one step, since other threads may be reading.
        self._known = known
        self._most_keys = max((len(keys.all) for _, keys in known.values()), default=0)
        self._subclasses = len(classes)
