"""Reads the dtypes of scalar types in NumPy's stubs.

In these stubs, ``np.float32`` is ``floating[_32Bit]`` and ``np.float64`` is a class of its own.
Types without a width, such as ``floating[Any]``, are NumPy's abstract dtypes.
"""

from __future__ import annotations

from typing import Final

from mypy.types import Instance, ProperType, UnionType, get_proper_type

from promo_mypy.fullnames import (
    NUMPY_BITS_MODULES,
    NUMPY_BOOLS,
    NUMPY_COMPLEX,
    NUMPY_FLOATING,
    NUMPY_MODULE,
    NUMPY_SIGNED,
    NUMPY_UNSIGNED,
)
from promo_typing.core.dtypes import CATEGORIES, NODES

_SIZED: Final[dict[str, tuple[str, int]]] = {
    NUMPY_SIGNED: ("int", 1),
    NUMPY_UNSIGNED: ("uint", 1),
    NUMPY_FLOATING: ("float", 1),
    NUMPY_COMPLEX: ("complex", 2),
}
"""For each class with a width: the stem of the dtype's name, and the number of components."""

_CLASSES: Final[dict[str, str]] = dict.fromkeys(NUMPY_BOOLS, "bool") | {
    f"{NUMPY_MODULE}.{node}": node for node in ("float64", "complex128")
}
_ABSTRACT: Final = {f"{NUMPY_MODULE}.{category}": category for category in CATEGORIES}


def scalar_dtype(scalar: Instance) -> str | None:
    """Return the node or the category of a NumPy scalar type; None if JAX has no such dtype."""
    fullname = scalar.type.fullname
    if fullname in _CLASSES:
        return _CLASSES[fullname]
    if fullname in _SIZED and scalar.args:
        stem, components = _SIZED[fullname]
        bits = _bits(get_proper_type(scalar.args[0]))
        if bits is not None:
            name = f"{stem}{bits * components}"
            return name if name in NODES else None
    return _ABSTRACT.get(fullname)


def _bits(width: ProperType) -> int | None:
    """The width of ``_32Bit``, 32; for ``_32Bit | _64Bit``, which is ``intp``'s, it is 64."""
    if isinstance(width, UnionType):
        widths = [_bits(get_proper_type(item)) for item in width.items]
        return max((bits for bits in widths if bits is not None), default=None)
    if not isinstance(width, Instance):
        return None
    module, _, name = width.type.fullname.rpartition(".")
    digits = name.removeprefix("_").removesuffix("Bit")
    return int(digits) if module in NUMPY_BITS_MODULES and digits.isdigit() else None
