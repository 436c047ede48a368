"""Converts between dtypes and the types of NumPy's stubs, for scalars and arrays."""

from __future__ import annotations

from typing import Final

from mypy.plugin import CheckerPluginInterface
from mypy.types import AnyType, Instance, ProperType, Type, TypeOfAny, get_proper_type

from promo_mypy.fullnames import BUILTIN_TUPLE, NUMPY_ARRAY, NUMPY_BOOL, NUMPY_DTYPE, NUMPY_MODULE
from promo_mypy.types.convert import Converter, base_instance
from promo_mypy.types.numpy_types import scalar_dtype
from promo_typing.core.dtypes import NODES
from promo_typing.core.stub_names import dtype_fullname

_ANY: Final = AnyType(TypeOfAny.special_form)


def scalar(converter: Converter, dtype: str) -> Instance | None:
    """Return the scalar type of a dtype: ``np.float32``, or our stubs' class for ``ml_dtypes``."""
    fullname = NUMPY_BOOL if dtype == "bool" else f"{NUMPY_MODULE}.{dtype}"
    found = converter.alias(fullname) or converter.instance(fullname)
    proper = get_proper_type(found or converter.instance(dtype_fullname(dtype)))
    return proper if isinstance(proper, Instance) else None


def array(
    converter: Converter, dtype: str, like: ProperType, api: CheckerPluginInterface
) -> Instance | None:
    """Return the NumPy array type of a dtype, with the type of the shape of another array."""
    item = scalar(converter, dtype)
    known = base_instance(like, NUMPY_ARRAY)
    any_array, held = converter.instance(NUMPY_ARRAY), converter.instance(NUMPY_DTYPE)
    if item is None or held is None or any_array is None:
        return None
    shape = known.args[0] if known else api.named_generic_type(BUILTIN_TUPLE, [_ANY])
    return any_array.copy_modified(args=[shape, held.copy_modified(args=[item])])


def dtype_of(typ: Type) -> str | None:
    """Return the dtype of a NumPy scalar or array type; None if it is open."""
    proper = get_proper_type(typ)
    array_type = base_instance(proper, NUMPY_ARRAY)
    if array_type is not None:
        held = get_proper_type(array_type.args[1])
        proper = get_proper_type(held.args[0]) if isinstance(held, Instance) else held
    name = scalar_dtype(proper) if isinstance(proper, Instance) else None
    return name if name in NODES else None


def is_numpy(typ: ProperType) -> bool:
    """Whether a type is a class of NumPy, such as an array or a scalar."""
    return isinstance(typ, Instance) and typ.type.fullname.startswith(f"{NUMPY_MODULE}.")
