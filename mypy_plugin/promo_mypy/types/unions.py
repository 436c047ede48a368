"""Unions that are unknown as soon as one member is.

mypy's own simplified unions leave out subtypes of other members. An array of a weak dtype is a
subtype of the array of its strong dtype, and would be lost.
"""

from __future__ import annotations

from collections.abc import Iterable

from mypy.types import AnyType, Type, TypeOfAny, UnionType, flatten_nested_unions, get_proper_type


def union_of(types: Iterable[Type]) -> Type:
    """Return the union of types; Any if one is Any, or there are none."""
    items = dict.fromkeys(flatten_nested_unions(list(types)))
    unknown = not items or any(isinstance(get_proper_type(each), AnyType) for each in items)
    return AnyType(TypeOfAny.special_form) if unknown else UnionType.make_union(list(items))
