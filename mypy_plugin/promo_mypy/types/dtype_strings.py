"""Names of dtypes in strings, as NumPy's ``dtype`` constructor reads them.

``"float32"``, ``"f4"``, ``"<f4"`` and ``"single"`` are one dtype. The table holds for 64-bit Linux
and macOS, where JAX runs. JAX has no big-endian dtypes.
"""

from __future__ import annotations

import warnings
from typing import Final

from mypy.types import Instance, LiteralType, Type, get_proper_type

from promo_typing.core.dtypes import STRONG

_C_TYPES: Final[dict[str, str]] = {
    "bool": "? b1",
    "int8": "b byte i1",
    "int16": "h short i2",
    "int32": "i intc i4",
    "int64": "l q p int long longlong intp int_ i8",
    "uint8": "B ubyte u1",
    "uint16": "H ushort u2",
    "uint32": "I uintc u4",
    "uint64": "L Q P uint ulong ulonglong uintp u8",
    "float16": "e half f2",
    "float32": "f single f4",
    "float64": "d double float f8",
    "complex64": "F csingle c8",
    "complex128": "D cdouble complex c16",
}

NODE_OF_STRING: Final[dict[str, str]] = {node: node for node in STRONG} | {
    name: node for node, names in _C_TYPES.items() for name in names.split()
}


def node_of_string(text: str) -> str | None:
    """Return the dtype that a string names; None if it is unknown here."""
    return NODE_OF_STRING.get(text) or NODE_OF_STRING.get(text.lstrip("<=|"))


def is_name(typ: Type) -> bool:
    """Whether a value is known to be a string that names a dtype."""
    proper = get_proper_type(typ)
    if isinstance(proper, Instance) and proper.last_known_value is not None:
        proper = proper.last_known_value
    text = proper.value if isinstance(proper, LiteralType) else None
    return isinstance(text, str) and node_of_string(text) is not None


def is_unknown(text: str) -> bool:
    """Whether a string names no dtype of JAX or NumPy.

    NumPy accepts more than JAX (``"f4,f4"``, ``"S3"``), so NumPy itself is asked. If it is not
    installed, the answer is no.
    """
    if node_of_string(text) is not None:
        return False
    try:
        import numpy as np
    except ImportError:
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            np.dtype(text)
    except TypeError:
        return True
    except Exception:  # NumPy's parser raises other errors for odd strings; these tell nothing.
        return False
    return False
