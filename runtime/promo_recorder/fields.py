"""The fields of the program's classes that their bodies declare with an annotation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import get_annotations
from typing import Any, NamedTuple

from promo_recorder.scope import Scope
from promo_recorder.typed_dicts import TypedDicts


class Declared(NamedTuple):
    """A field: its name, and the class and file that declare it."""

    file: str
    cls: str
    field: str


class Fields:
    """Finds the declared fields of instances, and their values."""

    def __init__(self, scope: Scope) -> None:
        """Take the recorded files; fields of classes in other files are ignored."""
        self._scope = scope
        self._known: dict[type, tuple[Declared, ...]] = {}
        self._typed_dicts = TypedDicts(self.file)

    def class_of(self, value: Any) -> type:
        """Return the class of a value; the class of a dictionary may be a TypedDict."""
        found = self._typed_dicts.of(value) if type(value) is dict else None
        return found or type(value)

    def of(self, value: Any, cls: type) -> Iterator[tuple[Declared, Any]]:
        """Yield the fields of an instance of a class that have a value."""
        read = dict.__getitem__ if type(value) is dict else object.__getattribute__
        for declared in self.declared_by(cls):
            try:
                # getattr might call a __getattr__ of the program.
                found = read(value, declared.field)
            except (AttributeError, KeyError):
                continue
            yield declared, found

    def declared_by(self, cls: type) -> tuple[Declared, ...]:
        """Return the fields that a class and its bases declare in these files."""
        if cls not in self._known:
            self._known[cls] = tuple(self._declared(cls))
        return self._known[cls]

    def _declared(self, cls: type) -> Iterator[Declared]:
        # The ``__mro__`` of a TypedDict does not contain its bases.
        for base in dict.fromkeys((*cls.__mro__, *self._typed_dicts.declaring(cls))):
            file = self.file(base)
            if file is None:
                continue
            for name in get_annotations(base):
                if not isinstance(base.__dict__.get(name), property):
                    yield Declared(file, base.__qualname__, name)

    def file(self, cls: type) -> str | None:
        """Return the file that defines a class, None if the class is not one of the program."""
        module = sys.modules.get(cls.__module__)
        file = getattr(module, "__file__", None)
        return self._scope.file(file) if isinstance(file, str) else None
