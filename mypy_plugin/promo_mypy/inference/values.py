"""Functions as values: what mypy's type of a function says besides about where it comes from.

mypy keeps the definition of a function with its type. A function that was made of another one, by
``jax.jit`` or ``functools.partial``, gets a definition that stands for nothing but this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from mypy.nodes import Block, Decorator, FuncDef, FuncItem, SymbolNode, Var
from mypy.types import CallableType, Type, get_proper_type

CALL: Final = "promo_typing.function()"
"""How mypy calls a function that was made of another one; it asks the plugin by this name."""


@dataclass(frozen=True, slots=True, eq=False)
class Defined:
    """A function of the program, or a lambda.

    ``captured`` are the types that variables of functions around it had when it was returned; None
    where these functions are still being checked.
    """

    function: FuncItem
    captured: Mapping[Var, Type] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Bound:
    """A function some of whose arguments are given: ``functools.partial(f, x)``."""

    function: CallableType
    given: Mapping[int, Type]


@dataclass(frozen=True, slots=True, eq=False)
class Transformed:
    """A function that JAX calls: ``jax.jit(f)``, ``jax.grad(f)``.

    Attributes:
        function: what is called.
        trace: what JAX makes of a value that goes in or comes out.
        result: what is returned, from the types that go into the function and what comes out.
    """

    function: CallableType
    trace: Callable[[Type], Type]
    result: Callable[[Sequence[Type], Type], Type]


Value: TypeAlias = Defined | Bound | Transformed


class Values:
    """The functions that were made of others, by the definitions that stand for them."""

    def __init__(self) -> None:
        """Start without any."""
        self._values: dict[SymbolNode, Value] = {}

    def of(self, typ: Type) -> Value | None:
        """Return what is called by a function of this type, if that is known."""
        proper = get_proper_type(typ)
        if not isinstance(proper, CallableType) or proper.is_type_obj():
            return None
        known = proper.definition and self._values.get(proper.definition)
        if known is None and isinstance(proper.definition, FuncDef):
            return Defined(proper.definition)
        return known or None

    def decorate(self, decorator: Decorator, typ: CallableType) -> None:
        """Remember what the one decorator of a function made of it.

        mypy then takes the decorated definition for that of the type.
        """
        known = self.of(typ)
        if known is not None and len(decorator.decorators) == 1:
            self._values[decorator] = known

    def typed(self, typ: CallableType, value: Value) -> CallableType:
        """Return a type for a function that says what it calls."""
        definition = FuncDef(CALL, [], Block([]))
        definition.set_line(max(typ.line, 1))
        self._values[definition] = value
        return typ.copy_modified(name=CALL, definition=definition, implicit=False)
