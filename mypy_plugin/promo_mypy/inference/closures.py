"""Closures: functions that use variables of the functions around them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, FuncItem, SymbolNode, Var
from mypy.types import (
    AnyType,
    CallableType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnionType,
)

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.captured import Captured
from promo_mypy.inference.values import Bound, Defined, OneOf, Transformed, Value, Values
from promo_mypy.types.aliases import unfolded

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)
_Within: TypeAlias = tuple[SymbolNode, ...]


class End(NamedTuple):
    """The end of a check of a body.

    Attributes:
        owned: the variables of the function and of its inner functions.
        last: the types of some of them where the function ends.
        outer: the types of variables of functions around it that have ended before.
        checkers: the checker of the body, and the one at the call.
    """

    owned: Container[Var]
    last: Mapping[Var, Type]
    outer: Mapping[Var, Type]
    checkers: tuple[TypeChecker, TypeChecker]


class Closures:
    """Finds the types of captured variables, while the outer functions are checked and after."""

    def __init__(self, values: Values, bodies: Bodies, captured: Captured) -> None:
        """Use the functions that are values, the facts about their bodies, and their variables."""
        self._values = values
        self._bodies = bodies
        self._captured = captured

    @contextmanager
    def apart(self, function: FuncItem) -> Iterator[None]:
        """Keep what decorators have made of inner functions while a function is checked."""
        with self._values.keeping(self._bodies.read(function).decorated):
            yield

    def captured(self, value: Defined, *checkers: TypeChecker) -> Mapping[Var, Type | None]:
        """Return the types of the variables that a function captures, each None if not known."""
        known = value.captured or {}
        names = self._bodies.captured(value.function)
        return {
            each.node: known.get(each.node) or self._captured.now(each, *checkers)
            for each in names
            if isinstance(each.node, Var)
        }

    def closed(self, result: Type, end: End, within: _Within = ()) -> Type:
        """Attach the last types of a function's variables to inner functions that it returns.

        The variables of functions around it may get other values later.

        Args:
            result: the returned value, or one that a captured variable holds.
            end: the end of the function that returns it.
            within: the functions whose variables are being attached: they are not attached again,
                which ends a recursion.
        """
        proper = unfolded(result)
        match proper:
            case TupleType(items=items):
                return proper.copy_modified(items=[self.closed(e, end, within) for e in items])
            case TypedDictType(items=entries):
                types = [self.closed(each, end, within) for each in entries.values()]
                return proper.copy_modified(item_types=types)
            case UnionType(items=items):
                return UnionType.make_union([self.closed(each, end, within) for each in items])
            case CallableType():
                return self._function(proper, end, within)
        return result

    def _function(self, function: CallableType, end: End, within: _Within) -> CallableType:
        """Attach the types of captured variables to a function."""
        value, definition = self._values.of(function), function.definition
        if value is None or definition is None or definition in within:
            return function
        closed = self._closed(value, end, (*within, definition))
        # The definition of a decorated function is decorated again in the next call around it.
        if closed is value and not isinstance(definition, Decorator):
            return function
        return self._values.typed(function, closed)

    def _last(self, value: Defined, end: End, within: _Within) -> Mapping[Var, Type]:
        """The last types of the variables of functions that have ended."""
        known = {**end.outer, **(value.captured or {})}
        around = self.captured(value, *end.checkers)
        last = {
            each: known[each] if each in known else end.last.get(each, typ or _UNKNOWN)
            for each, typ in around.items()
            if each in known or each in end.owned
        }
        return {each: self.closed(typ, end, within) for each, typ in last.items()}

    def _closed(self, value: Value, end: End, within: _Within) -> Value:
        match value:
            case Defined(function, known):
                last = self._last(value, end, within)
                return value if _are_same(last, known or {}) else Defined(function, last)
            case OneOf(functions):
                return OneOf([self._function(each, end, within) for each in functions])
            case Bound(function, given):
                arguments = [e._replace(type=self.closed(e.type, end, within)) for e in given]
                return Bound(self._function(function, end, within), arguments)
            case Transformed(function):
                inner = self._function(function, end, within)
                return value if inner is function else replace(value, function=inner)
        return value


def _are_same(one: Mapping[Var, Type], other: Mapping[Var, Type]) -> bool:
    return one.keys() == other.keys() and all(typ is other[each] for each, typ in one.items())
