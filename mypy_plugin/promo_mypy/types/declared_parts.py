"""Declared containers whose parts are known from a value: ``params: dict[str, jax.Array]``."""

from __future__ import annotations

from mypy.types import Instance, ProperType, TupleType, Type, TypedDictType, UnionType

from promo_mypy.fullnames import BUILTIN_TUPLE, MAPPINGS
from promo_mypy.types.aliases import unfolded
from promo_mypy.types.pytrees import is_container, is_plain_dictionary, is_plain_tuple


def with_parts(declared: Type, known: Type) -> Type:
    """Return a declared type with the keys and items of a value, each of the declared type.

    Args:
        declared: the declared type. It has one type for all values of a dictionary, and for all
            items of a tuple of any length.
        known: the type of the value, which may have a type for each key and item.
    """
    said, found = unfolded(declared), unfolded(known)
    if is_plain_dictionary(found):
        return _dictionary(said, found) or declared
    if is_plain_tuple(found):
        return _tuple(said, found) or declared
    if is_container(said) and is_container(found) and said.type is found.type:
        *keys, value = said.args
        return said.copy_modified(args=[*keys, with_parts(value, found.args[-1])])
    return declared


def _dictionary(said: ProperType, found: TypedDictType) -> Type | None:
    """The dictionary with its keys, if it may have the declared type."""
    if isinstance(said, UnionType):
        keyed = (_dictionary(unfolded(each), found) for each in said.items)
        return next((each for each in keyed if each is not None), None)
    if not isinstance(said, Instance) or said.type.fullname not in MAPPINGS or not said.args:
        return None
    value = said.args[-1]
    return found.copy_modified(
        item_types=[with_parts(value, each) for each in found.items.values()]
    )


def _tuple(said: ProperType, found: TupleType) -> Type | None:
    """The tuple with its items, if it may have the declared type."""
    if is_plain_tuple(said) and len(said.items) == len(found.items):
        pairs = zip(said.items, found.items, strict=True)
        return said.copy_modified(items=[with_parts(*pair) for pair in pairs])
    if is_container(said) and said.type.fullname == BUILTIN_TUPLE:
        return found.copy_modified(items=[with_parts(said.args[0], each) for each in found.items])
    return None
