"""The fields of the program's classes that their bodies declare with an annotation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import get_annotations
from typing import Any, NamedTuple

from promo_recorder.scope import Scope


class Declared(NamedTuple):
    """A field: its name, and the class and file that declare it."""

    file: str
    cls: str
    field: str


class Fields:
    """Finds the declared fields of instances, and their values."""

    def __init__(self, scope: Scope) -> None:
        """Take the files whose classes are looked at."""
        self._scope = scope
        self._known: dict[type, tuple[Declared, ...]] = {}

    def of(self, value: Any) -> Iterator[tuple[Declared, Any]]:
        """Yield the fields of an instance that have a value."""
        for declared in self.declared_by(type(value)):
            try:
                # A class may have a __getattr__ that runs code of the program.
                found = object.__getattribute__(value, declared.field)
            except AttributeError:
                continue
            yield declared, found

    def declared_by(self, cls: type) -> tuple[Declared, ...]:
        """Return the fields that a class and its bases declare in these files."""
        if cls not in self._known:
            self._known[cls] = tuple(self._declared(cls))
        return self._known[cls]

    def _declared(self, cls: type) -> Iterator[Declared]:
        for base in cls.__mro__:
            file = self.file(base)
            if file is None:
                continue
            for name in get_annotations(base):
                if not isinstance(base.__dict__.get(name), property):
                    yield Declared(file, base.__qualname__, name)

    def file(self, cls: type) -> str | None:
        """Return the file that defines a class, None if it is not one of the program."""
        module = sys.modules.get(cls.__module__)
        file = getattr(module, "__file__", None)
        return self._scope.file(file) if isinstance(file, str) else None
