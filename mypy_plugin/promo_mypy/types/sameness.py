"""Whether two types are the same, and so are the functions that they stand for.

For mypy, two functions with the same signature have equal types. A type of a function leads back to
its definition, so that a call of ``jnp.isnan`` must not be taken for one of ``jnp.square``.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import SymbolNode
from mypy.subtypes import is_same_type
from mypy.types import (
    CallableType,
    Instance,
    Overloaded,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from promo_mypy.types.aliases import is_recursive


def are_same(one: Type, other: Type) -> bool:
    """Whether two types are the same, and lead back to the same functions."""
    return is_same_type(one, other) and functions_in(one) == functions_in(other)


def functions_in(typ: Type) -> tuple[SymbolNode | None, ...]:
    """Return the definitions of the functions in a type, in their order; None for unknown ones."""
    return tuple(_functions(typ))


def _functions(typ: Type) -> Iterator[SymbolNode | None]:
    if is_recursive(typ):
        return
    proper = get_proper_type(typ)
    match proper:
        case CallableType():
            yield proper.definition
        case Overloaded(items=parts) | TupleType(items=parts) | UnionType(items=parts):
            for part in parts:
                yield from _functions(part)
        case TypedDictType():
            for part in proper.items.values():
                yield from _functions(part)
        case Instance():
            for part in proper.args:
                yield from _functions(part)
