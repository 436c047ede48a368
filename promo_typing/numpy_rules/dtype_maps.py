"""Maps from the common dtype of a function's operands to the dtype of its result.

A dtype that is not in a map is one that NumPy refuses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

BOOL: Final = ("bool",)
SIGNED: Final = ("int8", "int16", "int32", "int64")
UNSIGNED: Final = ("uint8", "uint16", "uint32", "uint64")
INTEGERS: Final = (*SIGNED, *UNSIGNED)
FLOATS: Final = ("float16", "float32", "float64")
EXTENDED: Final = ("bfloat16",)
"""Dtypes of ``ml_dtypes``, which NumPy promotes with few others."""
COMPLEX: Final = ("complex64", "complex128")
DTYPES: Final = (*BOOL, *INTEGERS, *FLOATS, *EXTENDED, *COMPLEX)


def same(dtypes: Iterable[str]) -> Mapping[str, str]:
    """Return the map that keeps these dtypes and has no others."""
    return {name: name for name in dtypes}


def always(dtype: str, dtypes: Iterable[str] = DTYPES) -> Mapping[str, str]:
    """Return the map of all these dtypes to one."""
    return dict.fromkeys(dtypes, dtype)


SAME: Final = MappingProxyType(same(DTYPES))
NUMBERS: Final = same(name for name in DTYPES if name != "bool")
REALS: Final = same((*BOOL, *INTEGERS, *FLOATS, *EXTENDED))
BITS: Final = same((*BOOL, *INTEGERS))

_TO_REAL: Final = {"complex64": "float32", "complex128": "float64"}
_SMALLEST_FLOATS: Final = {
    **dict.fromkeys(("bool", "int8", "uint8"), "float16"),
    **dict.fromkeys(("int16", "uint16"), "float32"),
    **dict.fromkeys(("int32", "uint32", "int64", "uint64"), "float64"),
}
_TO_FLOAT64: Final = always("float64", (*BOOL, *INTEGERS))

REAL_PART: Final = {**SAME, **_TO_REAL}
FLOAT: Final = {**_SMALLEST_FLOATS, **same((*FLOATS, *EXTENDED))}
"""Of a function that has no loop but for floats: the narrowest one that holds the values."""
INEXACT: Final = {**FLOAT, **same(COMPLEX)}
MEAN: Final = {**SAME, **_TO_FLOAT64}
"""Of means, quotients and whatever computes integers in float64."""
SPREAD: Final = {**MEAN, **_TO_REAL}
SUM: Final = {**SAME, **always("int64", (*BOOL, *SIGNED)), **always("uint64", UNSIGNED)}
LINALG: Final = {**_TO_FLOAT64, "bfloat16": "float64", **same(("float32", "float64", *COMPLEX))}
"""LAPACK has no half precision, and what NumPy does not know counts as float64."""
LINALG_REAL: Final = {**LINALG, **_TO_REAL}
TO_BOOL: Final = always("bool")
TO_INDEX: Final = always("int64")
BOOL_TO_INT8: Final = {**SAME, "bool": "int8"}
