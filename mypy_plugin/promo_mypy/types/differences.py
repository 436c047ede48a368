"""Whether the type of a value differs from that of its variable in the dtype of an array."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_SCALARS, NUMPY_ARRAY
from promo_mypy.types.convert import array_instance, base_instance
from promo_mypy.types.made import is_made
from promo_mypy.types.pytrees import leaves, pairs


def may_differ(known: Type, given: Type) -> bool:
    """Whether a value may have arrays of other dtypes than the known type.

    Parts whose dtype the known type leaves open do not differ.
    """
    return any(_differ(one, other) for _, one, other in pairs(known, given))


def says_dtypes(typ: Type) -> bool:
    """Whether a type tells a dtype, so that :func:`may_differ` may hold for it and some value."""
    parts = [*_parts(get_proper_type(typ))]
    dtypes = chain.from_iterable(map(_dtypes, parts))
    return any(map(is_made, parts)) or not all(isinstance(each, AnyType) for each in dtypes)


def _differ(one: ProperType, other: ProperType) -> bool:
    known, given = {*_dtypes(one)}, {*_dtypes(other)}
    if not known or any(isinstance(each, AnyType) for each in known):
        return False
    return any(map(_is_array, (*_parts(one), *_parts(other)))) and not given <= known


def _dtypes(tree: ProperType) -> Iterator[ProperType]:
    """The dtypes of arrays, the classes of numbers, and Any for unknown parts."""
    for part in _parts(tree):
        array, of_numpy = array_instance(part), base_instance(part, NUMPY_ARRAY)
        if array is not None:
            yield get_proper_type(array.args[0])
        elif of_numpy is not None:
            yield get_proper_type(of_numpy.args[1])
        elif isinstance(part, AnyType) or _is_number(part):
            yield part


def _parts(tree: ProperType) -> Iterator[ProperType]:
    """The members of a union, and the items of containers."""
    items = flatten_nested_unions(tree.items) if isinstance(tree, UnionType) else [tree]
    for each in items:
        yield from leaves(each)


def _is_array(part: ProperType) -> bool:
    return array_instance(part) is not None or base_instance(part, NUMPY_ARRAY) is not None


def _is_number(part: ProperType) -> bool:
    return isinstance(part, Instance) and part.type.fullname in BUILTIN_SCALARS
