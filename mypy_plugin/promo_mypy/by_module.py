"""What is read of a module, kept as long as mypy keeps the module."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mypy.nodes import MypyFile, Statement

T = TypeVar("T")


class ByModule(Generic[T]):
    """Reads each module once; mypy comes back to it when it infers what a function returns."""

    def __init__(self, read: Callable[[MypyFile], T]) -> None:
        """Take what reads a module."""
        self._read = read
        self._known: dict[str, tuple[MypyFile, list[Statement], T]] = {}

    def of(self, module: MypyFile) -> T:
        """Return what is read of a module; the daemon of mypy gives it another tree or body."""
        known = self._known.get(module.fullname)
        if known is None or known[0] is not module or known[1] is not module.defs:
            known = self._known[module.fullname] = (module, module.defs, self._read(module))
        return known[2]
