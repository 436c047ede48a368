"""The values that a program assigns to fields, and their types."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import FuncDef
from mypy.types import CallableType, Type

from promo_mypy.inference.assumptions import Assumptions, InLook
from promo_mypy.inference.callers import Callers
from promo_mypy.inference.connected import ByPart, Parts
from promo_mypy.inference.keywords import Keywords
from promo_mypy.inference.mentions import ANY, Mentions
from promo_mypy.inference.neighbours import Neighbours
from promo_mypy.inference.places import Place, Written
from promo_mypy.inference.reading import mentions_in
from promo_mypy.inference.source_types import SourceTypes, typed
from promo_mypy.inference.waiting import Standing
from promo_mypy.types.silence import is_silent
from promo_typing.core.program_files import is_program_file

_DEPTH: Final = 3
"""How many functions may pass a value on, as a parameter, before a field gets it."""


class FieldValues:
    """Finds the values of fields, and infers their types.

    Attributes:
        types: infers the types of expressions at their places.
    """

    def __init__(
        self, types: SourceTypes, assumptions: Assumptions, parts: Parts, keywords: Keywords
    ) -> None:
        """Start without a program.

        Args:
            types: infers the types of expressions at their places.
            assumptions: the assumptions about fields.
            parts: the parts of the program.
            keywords: finds the arguments that calls give by ``**options``.
        """
        self.types: Final = types
        self._assumptions = assumptions
        self._under: Hashable = None
        self._agreed = Standing[CallableType | None](assumptions.waiting)
        self._in_look = InLook[CallableType | None](assumptions)
        self._mentions = ByPart(parts, mentions_in)
        self._keywords = keywords
        self._is_reached: bool | None = None
        self._neighbours: Neighbours | None = None
        self._depth = 0

    def mentions(self, caller: TypeChecker) -> Mentions:
        """Return the uses of names in the part of the program with the caller's module.

        If any part loads modules of the program by name, as by ``import_module``, all parts count
        as open: that one may set fields in each of them.
        """
        found = self._mentions.of(caller)
        found.is_open |= self._reaches_all(caller)
        return found

    def _reaches_all(self, caller: TypeChecker) -> bool:
        if self._is_reached is None:
            program = (e for e in caller.modules.values() if is_program_file(e.path))
            reached = {ANY, *(each.fullname.partition(".")[0] for each in program)}
            parts = self._mentions.all(caller)
            self._is_reached = any(not each.reached.isdisjoint(reached) for each in parts)
        return self._is_reached

    def neighbours(self, caller: TypeChecker) -> Neighbours:
        """Return the files of the project that are not checked."""
        if self._neighbours is None:
            self._neighbours = Neighbours(each.path for each in caller.modules.values())
        return self._neighbours

    def type_of(
        self, written: Written, caller: TypeChecker, *, under: Hashable = None
    ) -> Type | None:
        """Return the type of a value; None if it is unknown, perhaps only for now.

        The parameters of the function around it have their declared types. If that leaves the dtype
        open, they have the types on which all calls agree. For ``under`` see
        :meth:`SourceTypes.of`.
        """
        if under is not None and under != self._under:
            around, self._under = self._under, under
            try:
                return self.type_of(written, caller, under=under)
            finally:
                self._under = around
        function = written.place.function
        declared = None if function is None else typed(function, caller)
        typ = self.types.of(written, declared, caller, under=under)
        is_known = typ is not None and not is_silent(typ)
        if is_known or function is None or self._depth >= _DEPTH:
            return typ
        agreed = self._with_what_calls_agree_on(function, written.place, caller)
        if agreed is None:
            return typ
        return self.types.of(written, agreed, caller, under=under)

    def is_refused(self, written: Written, caller: TypeChecker) -> bool:
        """Whether JAX raises an error where a value is computed, so that it never exists."""
        function = written.place.function
        if function is None:
            return False
        agreed = self._with_what_calls_agree_on(function, written.place, caller)
        return self.types.is_refused(written, agreed or typed(function, caller), caller)

    def _with_what_calls_agree_on(
        self, function: FuncDef, place: Place, caller: TypeChecker
    ) -> CallableType | None:
        """The type of a function with the parameter types on which all calls agree."""
        key = (function, self._depth, self._under)
        known = self._agreed.of(key)
        if known is not None:
            return known.value
        asked, assumptions = self.types.asked(self._under), self._assumptions
        with assumptions.waiting.apart():
            agreed = self._in_look.of(key, lambda: self._asked_of_calls(place, caller))
            if self.types.asked(self._under) == asked:
                self._agreed.keep(key, agreed)
        return agreed

    def _asked_of_calls(self, place: Place, caller: TypeChecker) -> CallableType | None:
        self._depth += 1
        try:
            callers = self._callers(caller)
            return callers.typed(place, lambda each: self.type_of(each, caller), caller)
        finally:
            self._depth -= 1

    def handed_on(self, written: Written, caller: TypeChecker, depth: int = 0) -> Iterator[Written]:
        """Yield the arguments of all calls for a parameter of a constructor; else the value.

        If not all calls are seen, the parameter itself and its default are yielded.
        """
        callers = self._callers(caller)
        given = callers.given(written, caller) if depth < _DEPTH else None
        if given is None:
            yield from (each for each in (written, callers.default(written)) if each is not None)
        else:
            for each in given:
                yield from self.handed_on(each, caller, depth + 1)

    def keywords(
        self, unpacked: Written, caller: TypeChecker
    ) -> Mapping[str, Written | None] | None:
        """Return the values in an unpacked dictionary by key; None if it may have others.

        A value is None if it is not known.

        Args:
            unpacked: the expression behind ``**``.
            caller: the checker that asks.
        """
        place = unpacked.place
        if not self.types.is_analysed(place):
            return None
        found = self._keywords.of(unpacked.expression, place.module, caller)
        if found is None:
            return None
        return {
            name: None if value is None else Written(value, Place(top) if top else place)
            for name, (value, top) in found.items()
        }

    def _callers(self, caller: TypeChecker) -> Callers:
        def declared(written: Written) -> Type | None:
            function = written.place.function
            typ = None if function is None else typed(function, caller)
            return self.types.of(written, typ, caller)

        mentions, neighbours = self.mentions(caller), self.neighbours(caller)
        keywords = partial(self.keywords, caller=caller)
        return Callers(mentions, neighbours, declared, self.types.is_analysed, keywords)
