"""Whether something evaluates the annotations of a program while it runs.

What these name then has to be there, and not for type checkers alone. The annotations that will be
written are not there yet; so what counts is who asks for them.
"""

from __future__ import annotations

import inspect
import sys
import typing
from collections.abc import Callable, Iterator
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Final

from promo_recorder.scope import Scope

QUESTIONS: Final[tuple[FunctionType, ...]] = tuple(
    each
    for each in (typing.get_type_hints, inspect.get_annotations)
    if isinstance(each, FunctionType)
)
"""The functions that others ask; ``inspect.signature`` and ``singledispatch`` ask these."""

_ON_DEMAND: Final = "eval_str"
"""A parameter that says whether annotations are evaluated."""

_HOOKED: Final = "beartype.claw"
"""The part of beartype that checks whole packages; a program does not import it otherwise."""

_FINDERS: Final = ("typeguard", "jaxtyping")
"""Packages whose finders of modules do so."""

_MOST_WRAPPED: Final = 100


class Evaluation:
    """Tells of files whose annotations are evaluated; of an empty name for all files."""

    def __init__(self, scope: Scope, found: Callable[[str], None]) -> None:
        """Take the sources, and whom to tell."""
        self._scope = scope
        self._found = found
        self._told: set[str] = set()

    def look(self) -> None:
        """Look whether modules are changed while they are imported, so that calls are checked."""
        if "" not in self._told and (_HOOKED in sys.modules or any(map(_checks, sys.meta_path))):
            self._tell("")

    def asked(self, frame: FrameType) -> None:
        """Take a call of one of the questions."""
        values = frame.f_locals
        if values.get(_ON_DEMAND, True):
            for file in _files(values.get("obj")):
                known = self._scope.file(file)
                if known is not None:
                    self._tell(known)

    def _tell(self, file: str) -> None:
        if file not in self._told:
            self._told.add(file)
            self._found(file)


def _checks(finder: Any) -> bool:
    return type(finder).__module__.partition(".")[0] in _FINDERS


def _files(value: Any) -> Iterator[str]:
    """The files of a function, of a class and those above it, or of a module."""
    for _ in range(_MOST_WRAPPED):
        if "__wrapped__" not in getattr(value, "__dict__", ()):
            break
        value = value.__wrapped__
    if isinstance(value, type):
        modules = [sys.modules.get(each.__module__) for each in value.__mro__]
    elif isinstance(value, ModuleType):
        modules = [value]
    else:
        modules = []
        code = getattr(value, "__code__", None)
        if isinstance(code, CodeType):
            yield code.co_filename
    for each in modules:
        file = getattr(each, "__file__", None)
        if isinstance(file, str):
            yield file
