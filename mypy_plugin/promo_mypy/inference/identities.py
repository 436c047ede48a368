"""Keys for types, under which the results of calls are remembered.

For mypy two functions with the same signature have equal types. They are told apart here by what
they are: by the definition, the types of captured variables, and how they were transformed. A
function that is made anew each time, as by ``jax.jit(f)`` in a body, always has the same key.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import FuncItem, RefExpr, TypeInfo, Var
from mypy.types import (
    CallableType,
    Instance,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    UnpackType,
    get_proper_type,
)

from promo_mypy.inference.arguments import Argument
from promo_mypy.inference.bodies import Bodies
from promo_mypy.inference.captured import Captured
from promo_mypy.inference.values import (
    Applied,
    Bound,
    Defined,
    OfObject,
    OneOf,
    Transformed,
    Values,
    Written,
)
from promo_mypy.types.aliases import is_recursive
from promo_mypy.types.made import fields_of, is_made_class, written_class
from promo_mypy.types.open_dictionaries import is_open


class Look(NamedTuple):
    """The place for which a key is made.

    Attributes:
        caller: the checker there.
        within: the functions whose captured variables lead to the type; ends a recursion.
    """

    caller: TypeChecker
    within: tuple[FuncItem, ...] = ()


class Identities:
    """Makes the keys of types."""

    def __init__(self, values: Values, bodies: Bodies, captured: Captured) -> None:
        """Use the functions that are values, the facts about their bodies, and their variables."""
        self._values = values
        self._bodies = bodies
        self._captured = captured
        self._numbers: dict[Hashable, int] = {}

    def of(self, typ: Type | None, look: Look) -> Hashable:
        """Return the key of a type.

        Args:
            typ: the type; None for one that mypy has not inferred.
            look: the place.
        """
        if typ is None or is_recursive(typ):
            return typ
        proper = get_proper_type(typ)
        if isinstance(proper, CallableType):
            return self._of_function(proper, look)
        parts = (self.of(each, look) for each in _parts(proper))
        match proper:
            case TupleType() | UnionType() | UnpackType():
                return (type(proper), *parts)
            case TypedDictType():
                return (*proper.items, is_open(proper), *parts)
            case Instance() if proper.args:
                return (proper.type, *parts)
            case Instance(type=info) if is_made_class(info):
                return self._of_made(info, proper, look)
        return proper

    def _of_made(self, info: TypeInfo, made: Instance, look: Look) -> Hashable:
        """The key of a single object: a number, as for a function."""
        fields = fields_of(made).items()
        key = (written_class(info), *((name, self.of(each, look)) for name, each in fields))
        return self._numbers.setdefault(key, len(self._numbers))

    def _of_function(self, function: CallableType, look: Look) -> Hashable:
        """The key of a function: a number, since a key within keys would be hashed many times."""
        key = (function, *self._of_value(function, look))
        return function, self._numbers.setdefault(key, len(self._numbers))

    def _of_value(self, function: CallableType, look: Look) -> Iterator[Hashable]:
        match self._values.of(function):
            case Defined(definition) as defined:
                yield definition
                if definition not in look.within:
                    yield from self._of_captured(defined, look)
            case Bound(inner, given):
                yield Bound
                yield self.of(inner, look)
                yield from (self._of_argument(each, look) for each in given)
            case Written(written, given):
                yield written.fullname if isinstance(written, RefExpr) else written
                yield from (self._of_argument(each, look) for each in given)
            case Transformed(inner, transform):
                yield transform
                yield self.of(inner, look)
            case OneOf(functions):
                yield OneOf
                yield from (self.of(each, look) for each in functions)
            case OfObject(method, owner):
                yield self.of(method, look)
                yield self.of(owner, look)
            case Applied(module):
                yield Applied
                yield self.of(module, look)
            case None:
                yield function.definition

    def _of_captured(self, value: Defined, look: Look) -> Iterator[Hashable]:
        """The keys of the types that captured variables had last, or have now."""
        known = value.captured or {}
        inner = look._replace(within=(*look.within, value.function))
        for name in self._bodies.captured(value.function):
            last = known.get(name.node) if isinstance(name.node, Var) else None
            yield self.of(last or self._captured.now(name, look.caller), inner)

    def _of_argument(self, given: Argument, look: Look) -> Hashable:
        return given.kind, given.name, given.expression, self.of(given.type, look)


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
