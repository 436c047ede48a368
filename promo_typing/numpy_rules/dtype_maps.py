"""Maps from the dtype of operands to that of the result, for NumPy's functions that change it.

A Python scalar is weak beside other operands; alone it counts as an array of its default dtype.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from promo_typing.core.dtypes import DEFAULTS
from promo_typing.core.formats import real_part
from promo_typing.numpy_rules.dtypes import DTYPES
from promo_typing.rules.model import MODES, DtypeMap
from promo_typing.rules.model.dtype_maps import TO_SAME

_SIGNED: Final = ("int8", "int16", "int32", "int64")
_UNSIGNED: Final = ("uint8", "uint16", "uint32", "uint64")
_INTEGRAL: Final = ("bool", *_SIGNED, *_UNSIGNED)
_COMPLEX: Final = ("complex64", "complex128")
_REAL: Final = tuple(name for name in DTYPES if name not in _COMPLEX)


def _map(words: str, results: Mapping[str, str]) -> DtypeMap:
    """Return the map with these results, which keeps all other dtypes."""
    weak = {node: results.get(strong, strong) for node, (_, strong) in DEFAULTS.items()}
    others = {(node, mode): to for node, to in {**results, **weak}.items() for mode in MODES}
    return DtypeMap({**TO_SAME.table, **others}, words)


_REAL_PARTS: Final = {name: real_part(name) for name in _COMPLEX}
_SMALLEST_FLOATS: Final = {
    **dict.fromkeys(("bool", "int8", "uint8"), "float16"),
    **dict.fromkeys(("int16", "uint16"), "float32"),
    **dict.fromkeys(("int32", "uint32", "int64", "uint64"), "float64"),
}
_FLOAT64: Final[dict[str, str]] = dict.fromkeys(_INTEGRAL, "float64")

AS_ARRAY: Final = _map("{}", {})
"""The dtype after ``numpy.asarray``: unchanged, but the default dtype for Python scalars."""
TO_REAL: Final = _map("{}, complex numbers become real", _REAL_PARTS)
TO_INEXACT: Final = _map(
    "{}, bool and integers become the narrowest float that holds them", _SMALLEST_FLOATS
)
"""For functions whose only loops are for inexact numbers."""
TO_ANGLE: Final = TO_INEXACT.but({"bool": "float64"}).then(
    TO_REAL, "{}, bool and integers become floating, complex numbers real"
)
TO_MEAN: Final = _map("{}, bool and integers become float64", _FLOAT64)
TO_SPREAD: Final = TO_MEAN.then(
    TO_REAL, "{}, bool and integers become float64, complex numbers real"
)
TO_SUM: Final = _map(
    "{}, bool and integers become those of 64 bits",
    {
        **dict.fromkeys(("bool", *_SIGNED), "int64"),
        **dict.fromkeys(_UNSIGNED, "uint64"),
    },
)
TO_LINALG: Final = _map(
    "{}, what LAPACK does not have becomes float64", {**_FLOAT64, "bfloat16": "float64"}
)
TO_LINALG_REAL: Final = TO_LINALG.then(
    TO_REAL, "{}, what LAPACK does not have becomes float64, complex numbers real"
)
TO_WIDEST: Final = _map(
    "{}, with at least 64 bits for each real number",
    {**dict.fromkeys(_REAL, "float64"), **dict.fromkeys(_COMPLEX, "complex128")},
)
BOOL_TO_INT8: Final = _map("{}, bool becomes int8", {"bool": "int8"})
BOOL_TO_FLOAT16: Final = _map("{}, bool becomes float16", {"bool": "float16"})
