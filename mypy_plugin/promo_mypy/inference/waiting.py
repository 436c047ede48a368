"""Answers that depend on what mypy does not know yet: unanalysed modules, uninferred types.

An answer that depends on an unanalysed module is remembered until mypy has analysed that module. An
answer that depends on an uninferred type is remembered until mypy gets to another function, or to
another statement outside of functions. So several questions at one place need only one look.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Final, Generic, NamedTuple, TypeVar

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile

_ANALYSED: Final = "__name__"
"""A name that a module has as soon as mypy has analysed it."""
T = TypeVar("T")


def is_analysed(module: MypyFile) -> bool:
    """Whether mypy has resolved the names of a module."""
    return _ANALYSED in module.names


class Waiting:
    """Records what was asked for that mypy does not know yet.

    Attributes:
        at: the checker and the line at which mypy is; None if that is not known.
    """

    def __init__(self) -> None:
        """Start with nothing asked for."""
        self.at: tuple[TypeChecker, int] | None = None
        self._modules: frozenset[MypyFile] = frozenset()
        self._is_for_types = False

    def __bool__(self) -> bool:
        """Whether anything was asked for that mypy does not know yet."""
        return self._is_for_types or bool(self._modules)

    @property
    def moment(self) -> Hashable:
        """The function or line at which mypy is, and its pass; None if that is not known.

        Until it changes, mypy infers no type outside of the function. It is not computed for each
        line, since few are asked for it.
        """
        if self.at is None:
            return None
        checker, line = self.at
        return checker.tree, checker.scope.top_level_function() or line, checker.pass_num

    @property
    def is_for_types(self) -> bool:
        """Whether an uninferred type was asked for."""
        return self._is_for_types

    @property
    def modules(self) -> frozenset[MypyFile]:
        """The unanalysed modules; empty if an uninferred type was asked for as well."""
        return frozenset() if self._is_for_types else self._modules

    def for_types(self) -> None:
        """Record that an uninferred type was asked for."""
        self._is_for_types = True

    def for_modules(self, *modules: MypyFile) -> None:
        """Record that unanalysed modules were asked for."""
        self._modules |= {*modules}

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Record only what the block asks for; after it, add again what was recorded before."""
        modules, is_for_types = self._modules, self._is_for_types
        self._modules, self._is_for_types = frozenset(), False
        try:
            yield
        finally:
            self._modules |= modules
            self._is_for_types |= is_for_types

    def add(self, others: Waiting) -> None:
        """Record what another record holds, too."""
        self._modules |= others._modules
        self._is_for_types |= others._is_for_types


class Kept(NamedTuple, Generic[T]):
    """An answer, and the unanalysed modules that it depends on.

    ``moment`` is when it was found, if it depends on uninferred types.
    """

    value: T
    modules: frozenset[MypyFile]
    moment: Hashable = None

    @property
    def is_final(self) -> bool:
        """Whether the answer holds for good."""
        return not self.modules and self.moment is None


class Standing(Generic[T]):
    """Answers that hold for good, or until mypy knows more of what they depend on."""

    def __init__(self, waiting: Waiting) -> None:
        """Start without answers; ``waiting`` records what they depend on."""
        self._waiting = waiting
        self.answers: MutableMapping[Hashable, Kept[T]] = {}

    def of(self, key: Hashable) -> Kept[T] | None:
        """Return the answer that still holds; None if there is none."""
        answer = self.answers.get(key)
        if answer is None or any(map(is_analysed, answer.modules)):
            return None
        if answer.moment is not None:
            if answer.moment != self._waiting.moment:
                return None
            self._waiting.for_types()
        self._waiting.for_modules(*answer.modules)
        return answer

    def keep(self, key: Hashable, value: T) -> None:
        """Keep an answer as long as it holds, unless it is not known how long that is."""
        moment = self._waiting.moment if self._waiting.is_for_types else None
        if not self._waiting.is_for_types or moment is not None:
            self.answers[key] = Kept(value, self._waiting.modules, moment)

    def settle(self, key: Hashable, value: T) -> None:
        """Keep an answer for good, whatever it depends on."""
        self.answers[key] = Kept(value, frozenset())
