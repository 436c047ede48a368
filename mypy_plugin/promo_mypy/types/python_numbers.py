"""Types of Python numbers, which are weak in JAX."""

from __future__ import annotations

from typing import Final

from mypy.types import (
    Instance,
    NoneType,
    ProperType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_mypy.fullnames import BUILTIN_BOOL, BUILTIN_SCALARS, NUMPY_ARRAY, NUMPY_GENERIC
from promo_mypy.types.convert import array_instance, base_instance
from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS

_ARRAYS: Final = (ARRAY, NUMPY_ARRAY, NUMPY_GENERIC)


def is_number(typ: Type) -> bool:
    """Whether a type is a Python class of numbers, bool included."""
    proper = get_proper_type(typ)
    return isinstance(proper, Instance) and proper.type.fullname in BUILTIN_SCALARS


def are_numbers(typ: Type) -> bool:
    """Whether a type is a Python number, or a union of these and perhaps None."""
    items = _but_none(typ)
    return bool(items) and all(map(is_number, items))


def are_scalars(typ: Type) -> bool:
    """Whether an annotation consists of Python numbers and dtype classes.

    There are no objects of class ``jnp.float32``: a call of it makes an array. As an annotation it
    means an array of this dtype.
    """
    items = _but_none(typ)
    return bool(items) and all(is_number(each) or _is_dtype(each) for each in items)


def is_other_than(declared: Type, given: Type) -> bool:
    """Whether scalars are declared, and the argument may promote in another way.

    mypy accepts an int for a float, and programs pass arrays to a ``float``.
    """
    if not are_scalars(declared):
        return False
    known = kinds(declared)
    others = (each for each in _but_none(given) if is_number(each) or _is_array(each))
    return any(_class(each) not in known for each in others)


def is_given_array(declared: Type, given: Type) -> bool:
    """Whether a dtype class is declared, and an array is given."""
    return any(map(_is_dtype, _but_none(declared))) and holds_array(given)


def kinds(typ: Type) -> frozenset[str]:
    """Return the names of the classes of numbers in a type."""
    return frozenset(map(_class, _but_none(typ)))


def holds_array(typ: Type) -> bool:
    """Whether a value of a type may be an array of JAX or NumPy."""
    return any(map(_is_array, _but_none(typ)))


def _but_none(typ: Type) -> list[ProperType]:
    proper = get_proper_type(typ)
    items = flatten_nested_unions(proper.items) if isinstance(proper, UnionType) else [proper]
    parts = map(get_proper_type, items)
    return [each for each in parts if not isinstance(each, NoneType)]


def _is_dtype(typ: ProperType) -> bool:
    return isinstance(typ, Instance) and typ.type.fullname in NODE_OF_CLASS


def _class(typ: ProperType) -> str:
    """The name of a class; for an array, of its dtype class. All bools count as Python's."""
    array = array_instance(typ)
    dtype = get_proper_type(array.args[0]) if array is not None else typ
    name = dtype.type.fullname if isinstance(dtype, Instance) else ""
    return BUILTIN_BOOL if NODE_OF_CLASS.get(name) == "bool" else name


def _is_array(typ: ProperType) -> bool:
    return any(base_instance(typ, each) is not None for each in _ARRAYS)
