"""Closures: functions that use variables of the functions around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import SymbolNode, Var
from mypy.types import AnyType, CallableType, TupleType, Type, TypeOfAny

from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.values import Applied, Defined, OfObject, OneOf, Values, Written
from promo_mypy.types.aliases import unfolded

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
        if isinstance(value, Written | OneOf | OfObject | Applied):
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
