"""What a program gives to fields, and the types of these values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile
from mypy.types import Type

from promo_mypy.inference.callers import Callers
from promo_mypy.inference.connected import connected
from promo_mypy.inference.mentions import Mentions
from promo_mypy.inference.neighbours import Neighbours
from promo_mypy.inference.parameters import is_silent
from promo_mypy.inference.places import Written
from promo_mypy.inference.source_types import SourceTypes, typed

_DEPTH: Final = 3
"""How many functions hand a value on before it is a field's, each one as its parameter."""


class FieldValues:
    """Finds what is written in the program, and what types that has.

    Attributes:
        types: what looks at expressions where they stand.
    """

    def __init__(self, types: SourceTypes) -> None:
        """Start without a program."""
        self.types: Final = types
        self._mentions: dict[str, Mentions] = {}
        self._of_all: Mentions | None = None
        self._parts: dict[str, list[MypyFile]] | None = None
        self._neighbours: Neighbours | None = None
        self._depth = 0

    def mentions(self, caller: TypeChecker) -> Mentions:
        """Return how a part of the program uses its names: all that imports connect with a module.

        It is the whole program where that may set what it does not name.
        """
        whole, name = self._whole(caller), caller.tree.fullname
        if whole.is_open:
            return whole
        if self._parts is None:
            self._parts = connected(caller.modules)
        part = self._parts.get(name, [])
        if name not in self._mentions:
            is_whole = len(part) in (0, len(self._parts))
            mentions = whole if is_whole else Mentions(part)
            self._mentions |= dict.fromkeys((each.fullname for each in part), mentions)
        return self._mentions.get(name, whole)

    def _whole(self, caller: TypeChecker) -> Mentions:
        if self._of_all is None:
            self._of_all = Mentions(caller.modules.values())
        return self._of_all

    def neighbours(self, caller: TypeChecker) -> Neighbours:
        """Return the files beside the program, which are not checked."""
        if self._neighbours is None:
            self._neighbours = Neighbours(each.path for each in caller.modules.values())
        return self._neighbours

    def type_of(
        self, written: Written, caller: TypeChecker, *, under: Hashable = None
    ) -> Type | None:
        """Return the type of a value, with what is declared of parameters, or what all calls give.

        None if it is not known, or not yet; ``under`` is that of :meth:`SourceTypes.of`.
        """
        function = written.place.function
        declared = None if function is None else typed(function, caller)
        typ = self.types.of(written, declared, caller, under=under)
        is_known = typ is not None and not is_silent(typ)
        if is_known or function is None or self._depth >= _DEPTH:
            return typ
        self._depth += 1
        try:
            callers = self._callers(caller)
            agreed = callers.typed(written.place, lambda each: self.type_of(each, caller), caller)
        finally:
            self._depth -= 1
        if agreed is None:
            return typ
        return self.types.of(written, agreed, caller, under=under)

    def handed_on(self, written: Written, caller: TypeChecker, depth: int = 0) -> Iterator[Written]:
        """Yield what is given for a value that is a parameter; else the value itself."""
        given = self._callers(caller).given(written, caller) if depth < _DEPTH else None
        if given is None:
            yield written
        else:
            for each in given:
                yield from self.handed_on(each, caller, depth + 1)

    def _callers(self, caller: TypeChecker) -> Callers:
        return Callers(self.mentions(caller), self.neighbours(caller))
