"""Finds files whose annotations something evaluates while the program runs.

In such a file the names in annotations must exist at run time, not only for type checkers. The
annotations that will be written do not exist yet, so the recorder watches who asks for annotations.
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
"""The functions by which annotations are read; ``inspect.signature`` and others call them."""

_ON_DEMAND: Final = "eval_str"
"""The parameter of ``inspect.get_annotations`` that decides whether annotations are evaluated."""

_HOOKED: Final = "beartype.claw"
"""The module of beartype that checks whole packages; programs import it for nothing else."""

_FINDERS: Final = ("typeguard", "jaxtyping")
"""Packages whose import hooks check whole packages."""

_MOST_WRAPPED: Final = 100


class Evaluation:
    """Reports files whose annotations are evaluated; an empty name stands for all files."""

    def __init__(self, scope: Scope, found: Callable[[str], None]) -> None:
        """Take the sources, and the callback for a file."""
        self._scope = scope
        self._found = found
        self._told: set[str] = set()

    def look(self) -> None:
        """Report all files if an import hook adds checks of annotations to modules."""
        if "" not in self._told and (_HOOKED in sys.modules or any(map(_checks, sys.meta_path))):
            self._tell("")

    def asked(self, frame: FrameType) -> None:
        """Report the files of the object that a call of one of :data:`QUESTIONS` is about."""
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
    """The files of a function, of a class and its bases, or of a module."""
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
