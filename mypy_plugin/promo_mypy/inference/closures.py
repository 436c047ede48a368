"""Closures: functions that use variables of the functions around them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import SymbolNode, Var
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnionType,
    UnpackType,
    get_proper_type,
)

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.values import Defined, OfObject, OneOf, Values, Written
from promo_mypy.types.aliases import is_recursive, unfolded
from promo_mypy.types.open_dictionaries import is_open

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class Closures:
    """Finds the types of captured variables, while the outer functions are checked and after."""

    def __init__(self, values: Values, bodies: Bodies) -> None:
        """Use the functions that are values, and the facts about their bodies."""
        self._values = values
        self._bodies = bodies

    def around(self, value: Defined, caller: TypeChecker) -> Iterator[Type | None]:
        """Yield the types of the variables that a function captures."""
        for name in self._bodies.captured(value.function):
            variable = name.node
            if isinstance(variable, Var):
                if value.captured is not None:
                    yield value.captured.get(variable)
                else:
                    known = caller.binder.get(name)
                    yield variable.type if known is None else known

    def closed(
        self, result: Type, caller: TypeChecker, within: tuple[SymbolNode, ...] = ()
    ) -> Type:
        """Attach the types of captured variables to a function that is returned.

        A captured variable may itself hold such a function. ``within`` are the functions whose
        variables are being attached: they are not attached again, which ends a recursion.
        """
        proper = unfolded(result)
        if isinstance(proper, TupleType):
            items = [self.closed(each, caller, within) for each in proper.items]
            return proper.copy_modified(items=items)
        value = self._values.of(proper)
        if not isinstance(proper, CallableType) or value is None:
            return result
        if isinstance(value, Written | OneOf | OfObject):
            return result
        if not isinstance(value, Defined):
            inner = self.closed(value.function, caller, within)
            if inner is value.function or not isinstance(inner, CallableType):
                return result
            return self._values.typed(proper, replace(value, function=inner))
        names = self._bodies.captured(value.function) if value.captured is None else ()
        definition = proper.definition
        if not names or definition is None or definition in within:
            return result
        around = [
            self.closed(typ or _UNKNOWN, caller, (*within, definition))
            for typ in self.around(value, caller)
        ]
        pairs = zip(names, around, strict=True)
        captured = {name.node: typ for name, typ in pairs if isinstance(name.node, Var)}
        return self._values.typed(proper, Defined(value.function, captured))

    def identity(self, typ: Type | None, within: tuple[SymbolNode, ...] = ()) -> Hashable:
        """Return a key for a type that tells functions apart whose types mypy takes for equal.

        Args:
            typ: the type.
            within: the functions whose captured variables lead here; ends a recursion.
        """
        if typ is None or is_recursive(typ):
            return typ
        proper = get_proper_type(typ)
        if isinstance(proper, CallableType):
            return (proper, proper.definition, *self._around(proper, within))
        parts = (self.identity(each, within) for each in _parts(proper))
        match proper:
            case TupleType() | UnionType() | UnpackType():
                return (type(proper), *parts)
            case TypedDictType():
                return (*proper.items, is_open(proper), *parts)
            case Instance() if proper.args:
                return (proper.type, *parts)
        return proper

    def _around(self, function: CallableType, within: tuple[SymbolNode, ...]) -> Iterator[Hashable]:
        """A key for the types of the variables that a function captures now."""
        value, definition = self._values.of(function), function.definition
        if not isinstance(value, Defined) or value.captured is not None or definition is None:
            return
        if definition not in within:
            for name in self._bodies.captured(value.function):
                if isinstance(name.node, Var):
                    yield self.identity(name.node.type, (*within, definition))


def _parts(typ: ProperType) -> Sequence[Type]:
    match typ:
        case TupleType() | UnionType():
            return typ.items
        case UnpackType():
            return (typ.type,)
        case TypedDictType():
            return tuple(typ.items.values())
        case Instance():
            return typ.args
    return ()
