"""Finds files of a program that are not recorded but call functions of the recorded sources."""

from __future__ import annotations

import os
from collections.abc import Callable
from enum import Enum
from types import FrameType
from typing import Final

from promo_recorder.scope import NOT_SOURCES, Scope

_FARTHEST: Final = 100
"""The most frames to search for a caller: JAX's own lie between ``jit(f)(x)`` and ``f``."""


class _Place(Enum):
    SOURCES = "sources"
    PROGRAM = "program"
    LIBRARY = "library"


class Callers:
    """Finds the file that calls a function, past frames of libraries in between."""

    def __init__(self, scope: Scope, found: Callable[[str], None]) -> None:
        """Take the sources, and the callback for a file that calls them."""
        self._scope = scope
        self._found = found
        self._places: dict[str, _Place] = {}
        self._told: set[str] = set()

    def note(self, frame: FrameType) -> None:
        """Find the caller of a frame's function, and report its file once."""
        above = frame.f_back
        for _ in range(_FARTHEST):
            if above is None:
                return
            file = above.f_code.co_filename
            place = self._places.get(file) or self._places.setdefault(file, self._place(file))
            if place is not _Place.LIBRARY:
                if place is _Place.PROGRAM:
                    self._tell(file)
                return
            above = above.f_back

    def _tell(self, file: str) -> None:
        if file not in self._told:
            self._told.add(file)
            self._found(os.path.realpath(file))

    def _place(self, file: str) -> _Place:
        if self._scope.file(file) is not None:
            return _Place.SOURCES
        path = os.path.realpath(file)
        is_file = file.endswith(".py") and os.path.isfile(path)
        installed = not NOT_SOURCES.isdisjoint(path.split(os.sep)) or path.startswith(_LIBRARIES)
        return _Place.PROGRAM if is_file and not installed else _Place.LIBRARY


_LIBRARIES: Final = tuple(
    os.path.dirname(os.path.realpath(each)) + os.sep for each in (os.__file__, __file__)
)
"""The folders of Python's own modules and of ours."""
