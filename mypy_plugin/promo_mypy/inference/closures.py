"""Closures: functions that use variables of the functions around them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import SymbolNode, Var
from mypy.types import AnyType, CallableType, TupleType, Type, TypeOfAny

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.captured import Captured
from promo_mypy.inference.values import Applied, Defined, OfObject, OneOf, Values, Written
from promo_mypy.types.aliases import unfolded

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class End(NamedTuple):
    """The end of a check of a body.

    Attributes:
        last: the types of variables where the function ends.
        checkers: the checker of the body, and the one at the call.
    """

    last: Mapping[Var, Type]
    checkers: tuple[TypeChecker, TypeChecker]


class Closures:
    """Finds the types of captured variables, while the outer functions are checked and after."""

    def __init__(self, values: Values, bodies: Bodies, captured: Captured) -> None:
        """Use the functions that are values, the facts about their bodies, and their variables."""
        self._values = values
        self._bodies = bodies
        self._captured = captured

    def around(self, value: Defined, caller: TypeChecker) -> Iterator[Type | None]:
        """Yield the types of the variables that a function captures."""
        yield from self.captured(value, caller).values()

    def captured(self, value: Defined, *checkers: TypeChecker) -> Mapping[Var, Type | None]:
        """Return the types of the variables that a function captures, each None if not known."""
        names = {
            each.node: each
            for each in self._bodies.captured(value.function)
            if isinstance(each.node, Var)
        }
        if value.captured is not None:
            return {each: value.captured.get(each) for each in names}
        return {each: self._captured.now(name, *checkers) for each, name in names.items()}

    def closed(self, result: Type, end: End, within: tuple[SymbolNode, ...] = ()) -> Type:
        """Attach the types of captured variables to a function that is returned.

        Args:
            result: the returned value, or one that a captured variable holds.
            end: the end of the function that returns it.
            within: the functions whose variables are being attached: they are not attached again,
                which ends a recursion.
        """
        proper = unfolded(result)
        if isinstance(proper, TupleType):
            items = [self.closed(each, end, within) for each in proper.items]
            return proper.copy_modified(items=items)
        value = self._values.of(proper)
        if not isinstance(proper, CallableType) or value is None:
            return result
        if isinstance(value, Written | OneOf | OfObject | Applied):
            return result
        if not isinstance(value, Defined):
            inner = self.closed(value.function, end, within)
            if inner is value.function or not isinstance(inner, CallableType):
                return result
            return self._values.typed(proper, replace(value, function=inner))
        around = self.captured(value, *end.checkers) if value.captured is None else {}
        definition = proper.definition
        if not around or definition is None or definition in within:
            return result
        captured = {
            each: self.closed(end.last.get(each, typ or _UNKNOWN), end, (*within, definition))
            for each, typ in around.items()
        }
        return self._values.typed(proper, Defined(value.function, captured))
