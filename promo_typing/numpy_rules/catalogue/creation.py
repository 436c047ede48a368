"""Functions of NumPy that make arrays of numbers."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import array, new, of, shared
from promo_typing.numpy_rules.dtype_maps import DTYPES, MEAN, same
from promo_typing.numpy_rules.model import NumPyRule, Promotion

_ARANGE: Final = {**dict.fromkeys(DTYPES), **same(("int64", "float64"))}
"""Scalars of NumPy are not told: two int8 make int64, one alone does not."""
_SPACED: Final = {**MEAN, "bfloat16": "float64"}

CREATION: Final[dict[str, NumPyRule]] = {
    **shared(array("object", dtype="dtype"), "array"),
    **shared(array("a", dtype="dtype"), "asarray asanyarray ascontiguousarray asfortranarray"),
    **shared(new("float64", "dtype"), "zeros ones empty eye identity tri"),
    **shared(new("float64"), "hanning hamming blackman bartlett kaiser"),
    "numpy.full": array("fill_value", dtype="dtype"),
    "numpy.zeros_like": array("a", dtype="dtype"),
    "numpy.ones_like": array("a", dtype="dtype"),
    "numpy.empty_like": array("prototype", dtype="dtype"),
    "numpy.full_like": array("a", dtype="dtype"),
    "numpy.arange": NumPyRule(
        of("start_or_stop stop step"), promotion=Promotion.ARRAYS, before=_ARANGE, dtype="dtype"
    ),
    "numpy.linspace": NumPyRule(
        of("start stop"), (_SPACED,), promotion=Promotion.ARRAYS, dtype="dtype", open=("retstep",)
    ),
    "numpy.logspace": array("start stop", _SPACED, dtype="dtype", open="base"),
}
