"""The instances of the program's classes among the values of a call, and those in their fields."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

from promo_recorder.fields import Fields

_SEEN_ENOUGH: Final = 20_000
"""After so many instances without a new fact the fields of a class are no longer looked at."""

_MOST_AT_ONCE: Final = 200
"""Instances that are looked at for one call; those that are nearest to what it got come first."""


class Instances:
    """Keeps what is met until its fields are looked at: instances may refer to each other."""

    def __init__(self, fields: Fields) -> None:
        """Take what knows the fields of classes."""
        self._fields = fields
        self._files: dict[type, str] = {}
        self._unchanged: dict[type, int] = {}
        self._own = threading.local()

    def meet(self, value: Any) -> str:
        """Note an instance, and return the file of its class, empty if that is a library's."""
        cls = type(value)
        if cls not in self._files:
            self._files[cls] = self._fields.file(cls) or ""
        met = self._of_this_thread()
        enough = len(met) >= _MOST_AT_ONCE or self._unchanged.get(cls, 0) >= _SEEN_ENOUGH
        if not enough and self._fields.declared_by(cls):
            met.setdefault(id(value), value)
        return self._files[cls]

    def take(self) -> Iterator[Any]:
        """Yield the instances that were met, and those that are met meanwhile, each once."""
        met = self._of_this_thread()
        taken = 0
        while taken < len(met):
            for value in list(met.values())[taken:]:
                taken += 1
                self._unchanged[type(value)] = self._unchanged.get(type(value), 0) + 1
                yield value

    def forget(self) -> None:
        """Keep none of the instances that were met alive."""
        self._of_this_thread().clear()

    def learned_of(self, cls: type) -> None:
        """Begin to count anew, since there was a new fact."""
        self._unchanged[cls] = 0

    def _of_this_thread(self) -> dict[int, Any]:
        """By their identity."""
        try:
            met: dict[int, Any] = self._own.met
        except AttributeError:
            met = self._own.met = {}
        return met
