"""The arrays in a type, and their dtypes."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.types import (
    AnyType,
    Instance,
    ProperType,
    TypeVarType,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from promo_typing.core.stub_names import ARRAY, NODE_OF_CLASS


def arrays(typ: ProperType) -> Iterator[Instance]:
    """Yield the array types among the members of a union, or the type itself if it is one."""
    for item in _alternatives(typ):
        bound = get_proper_type(item.upper_bound) if isinstance(item, TypeVarType) else item
        if isinstance(bound, Instance) and bound.type.fullname == ARRAY and bound.args:
            yield bound


def may_be_anything(typ: ProperType) -> bool:
    """Whether a type is Any, or a union with Any."""
    return any(isinstance(each, AnyType) for each in _alternatives(typ))


def _alternatives(typ: ProperType) -> Iterator[ProperType]:
    items = typ.items if isinstance(typ, UnionType) else [typ]
    return map(get_proper_type, flatten_nested_unions(items))


def dtype_of(array: Instance) -> str | None:
    """Return the name of the dtype of an array type; None if it is not known.

    A private class of the stubs, such as ``_Upto_float32``, is no dtype: mypy joins the dtypes of a
    list's items to such a class.
    """
    dtype = get_proper_type(array.args[0])
    if isinstance(dtype, AnyType):
        return None
    if isinstance(dtype, Instance):
        name = NODE_OF_CLASS.get(dtype.type.fullname, dtype.type.name)
        return None if name.startswith("_") else name
    return dtype.name if isinstance(dtype, TypeVarType) else str(dtype)
