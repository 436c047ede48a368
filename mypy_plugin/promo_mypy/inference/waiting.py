"""What waits for mypy: for modules that it has not analysed, or for types that it has not inferred.

An answer that waits is not remembered for good. One that waits for modules alone stays as it is
until mypy has analysed one of them, which spares the same look at each question.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Final, Generic, NamedTuple, TypeVar

from mypy.nodes import MypyFile

_ANALYSED: Final = "__name__"
"""A name that each module has when mypy has analysed it."""
T = TypeVar("T")


def is_analysed(module: MypyFile) -> bool:
    """Whether mypy has found out what the names in a module stand for."""
    return _ANALYSED in module.names


class Waiting:
    """Whether something was asked for that mypy does not know yet."""

    def __init__(self) -> None:
        """Wait for nothing."""
        self._modules: frozenset[MypyFile] = frozenset()
        self._is_for_types = False

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return self._is_for_types or bool(self._modules)

    @property
    def modules(self) -> frozenset[MypyFile]:
        """The modules, if it is nothing else."""
        return frozenset() if self._is_for_types else self._modules

    def for_types(self) -> None:
        """Wait for a type."""
        self._is_for_types = True

    def for_modules(self, *modules: MypyFile) -> None:
        """Wait for modules to be analysed."""
        self._modules |= {*modules}

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Tell of the block alone as long as it lasts, and of what was before it as well then."""
        modules, is_for_types = self._modules, self._is_for_types
        self._modules, self._is_for_types = frozenset(), False
        try:
            yield
        finally:
            self._modules |= modules
            self._is_for_types |= is_for_types

    def add(self, others: Waiting) -> None:
        """Wait for what others wait for, too."""
        self._modules |= others._modules
        self._is_for_types |= others._is_for_types


class Kept(NamedTuple, Generic[T]):
    """An answer, and the modules that it waits for."""

    value: T
    modules: frozenset[MypyFile]


class Standing(Generic[T]):
    """Answers that stand: for good, or until mypy has analysed one of the modules they wait for."""

    def __init__(self, waiting: Waiting) -> None:
        """Start without an answer; ``waiting`` is told what those wait for that are asked for."""
        self._waiting = waiting
        self.answers: MutableMapping[Hashable, Kept[T]] = {}

    def of(self, key: Hashable) -> Kept[T] | None:
        """Return the answer that stands, if there is one."""
        answer = self.answers.get(key)
        if answer is None or any(map(is_analysed, answer.modules)):
            return None
        self._waiting.for_modules(*answer.modules)
        return answer

    def keep(self, key: Hashable, value: T) -> None:
        """Let an answer stand unless it waits for a type: mypy may know that at any time."""
        if not self._waiting or self._waiting.modules:
            self.answers[key] = Kept(value, self._waiting.modules)

    def settle(self, key: Hashable, value: T) -> None:
        """Let an answer stand for good, whatever it waits for."""
        self.answers[key] = Kept(value, frozenset())
