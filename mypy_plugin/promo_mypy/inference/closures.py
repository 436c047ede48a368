"""Functions that use the variables of the functions around them."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import Var
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    TupleType,
    Type,
    TypedDictType,
    TypeOfAny,
    UnionType,
    UnpackType,
    get_proper_type,
)

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.values import Defined, Values

_UNKNOWN: Final = AnyType(TypeOfAny.special_form)


class Closures:
    """The types that functions find around them, as long as these are checked and afterwards."""

    def __init__(self, values: Values, bodies: Bodies) -> None:
        """Take the functions that are values, and what is written in them."""
        self._values = values
        self._bodies = bodies

    def around(self, value: Defined, caller: TypeChecker) -> Iterator[Type | None]:
        """The types of the variables that a function takes from those around it."""
        for name in self._bodies.captured(value.function):
            variable = name.node
            if isinstance(variable, Var):
                if value.captured is not None:
                    yield value.captured.get(variable)
                else:
                    known = caller.binder.get(name)
                    yield variable.type if known is None else known

    def closed(self, result: Type, caller: TypeChecker) -> Type:
        """Let a function that is returned keep the types of the variables around it."""
        proper = get_proper_type(result)
        if isinstance(proper, TupleType):
            return proper.copy_modified(items=[self.closed(each, caller) for each in proper.items])
        value = self._values.of(proper)
        if not isinstance(proper, CallableType) or value is None:
            return result
        if not isinstance(value, Defined):
            inner = self.closed(value.function, caller)
            if inner is value.function or not isinstance(inner, CallableType):
                return result
            return self._values.typed(proper, replace(value, function=inner))
        names = self._bodies.captured(value.function) if value.captured is None else ()
        if not names:
            return result
        types = zip((name.node for name in names), self.around(value, caller), strict=True)
        captured = {each: typ or _UNKNOWN for each, typ in types if isinstance(each, Var)}
        return self._values.typed(proper, Defined(value.function, captured))

    def identity(self, typ: Type | None) -> Hashable:
        """What tells types apart: mypy takes two functions of one signature for the same type."""
        proper = get_proper_type(typ) if typ is not None else None
        if isinstance(proper, TupleType | UnionType):
            return (type(proper), *map(self.identity, proper.items))
        if isinstance(proper, UnpackType):
            return (UnpackType, self.identity(proper.type))
        if isinstance(proper, TypedDictType):
            return (*proper.items, *map(self.identity, proper.items.values()))
        if isinstance(proper, Instance) and proper.args:
            return (proper.type, *map(self.identity, proper.args))
        if isinstance(proper, CallableType):
            value = self._values.of(proper)
            if isinstance(value, Defined) and value.captured is None:
                captured = (name.node for name in self._bodies.captured(value.function))
                around = [each.type for each in captured if isinstance(each, Var)]
                return (proper, proper.definition, *map(self.identity, around))
            return (proper, proper.definition)
        return proper
