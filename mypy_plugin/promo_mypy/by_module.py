"""A cache for facts that are read from modules, kept as long as mypy keeps the modules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mypy.nodes import MypyFile, Statement

T = TypeVar("T")


class ByModule(Generic[T]):
    """Reads each module once, although mypy may come back to it."""

    def __init__(self, read: Callable[[MypyFile], T]) -> None:
        """Use a function that reads a module."""
        self._read = read
        self._known: dict[str, tuple[MypyFile, list[Statement], T]] = {}

    def of(self, module: MypyFile) -> T:
        """Return the facts about a module, read again if mypy's daemon has replaced the module."""
        known = self._known.get(module.fullname)
        if known is None or known[0] is not module or known[1] is not module.defs:
            known = self._known[module.fullname] = (module, module.defs, self._read(module))
        return known[2]
