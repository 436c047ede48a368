"""Collects instances of the program's classes among recorded values and in their fields."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, Final

from promo_recorder.fields import Fields

_SEEN_ENOUGH: Final = 20_000
"""After this many instances without a new fact, the fields of a class are ignored."""

_MOST_AT_ONCE: Final = 200
"""The most instances recorded for a call; those nearest to its arguments come first."""


class Instances:
    """Collects instances until their fields are recorded; they may refer to each other."""

    def __init__(self, fields: Fields) -> None:
        """Take the finder of fields."""
        self._fields = fields
        self._files: dict[type, str] = {}
        self._unchanged: dict[type, int] = {}
        self._own = threading.local()

    def meet(self, value: Any, cls: type) -> str:
        """Collect an instance of a class; return the file of the class, empty for libraries."""
        if cls not in self._files:
            self._files[cls] = self._fields.file(cls) or ""
        met = self._of_this_thread()
        enough = len(met) >= _MOST_AT_ONCE or self._unchanged.get(cls, 0) >= _SEEN_ENOUGH
        if not enough and self._fields.declared_by(cls):
            met.setdefault(id(value), (value, cls))
        return self._files[cls]

    def take(self) -> Iterator[tuple[Any, type]]:
        """Yield each collected instance with its class, including those collected meanwhile."""
        met = self._of_this_thread()
        taken = 0
        while taken < len(met):
            for value, cls in list(met.values())[taken:]:
                taken += 1
                self._unchanged[cls] = self._unchanged.get(cls, 0) + 1
                yield value, cls

    def forget(self) -> None:
        """Release all collected instances."""
        self._of_this_thread().clear()

    def learned_of(self, cls: type) -> None:
        """Restart the count of a class, because there was a new fact about it."""
        self._unchanged[cls] = 0

    def _of_this_thread(self) -> dict[int, tuple[Any, type]]:
        """The instances of this thread, by identity."""
        try:
            met: dict[int, tuple[Any, type]] = self._own.met
        except AttributeError:
            met = self._own.met = {}
        return met
