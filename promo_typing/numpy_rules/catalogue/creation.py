"""NumPy's functions that create arrays."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import (
    DTYPE,
    array,
    arrays,
    as_arrays,
    common,
    made,
    new,
    rows,
)
from promo_typing.numpy_rules.dtype_maps import TO_MEAN
from promo_typing.rules.catalogue.notation import shared
from promo_typing.rules.model import Known, Rule, dtypes

_STEPS: Final = ("start_or_stop", "stop", "step")
_SPACED: Final = TO_MEAN.but({"bfloat16": "float64"})

ITEMS: Final = rows("items")
"""The rule of ``numpy.array`` for a list of numbers, applied to its items."""

CREATION: Final[dict[str, Rule]] = {
    "numpy.array": array("object", dtype=DTYPE),
    **shared(
        array("a", dtype=DTYPE),
        "numpy.asarray",
        "numpy.asanyarray",
        "numpy.ascontiguousarray",
        "numpy.asfortranarray",
        "numpy.zeros_like",
        "numpy.ones_like",
        "numpy.full_like",
    ),
    **shared(
        new("float64", DTYPE),
        "numpy.zeros",
        "numpy.ones",
        "numpy.empty",
        "numpy.eye",
        "numpy.identity",
        "numpy.tri",
    ),
    **shared(
        new("float64"),
        "numpy.hanning",
        "numpy.hamming",
        "numpy.blackman",
        "numpy.bartlett",
        "numpy.kaiser",
    ),
    "numpy.full": array("fill_value", dtype=DTYPE),
    "numpy.empty_like": array("prototype", dtype=DTYPE),
    "numpy.arange": made(
        _STEPS,
        # The result for NumPy scalars is unknown: two int8 make int64, a single one does not.
        common(Known(as_arrays(*_STEPS), dtypes("int64", "float64"))),
        dtype=DTYPE,
    ),
    "numpy.linspace": arrays("start", "stop", to=_SPACED, dtype=DTYPE, unknown=("retstep",)),
    "numpy.logspace": arrays("start", "stop", to=_SPACED, dtype=DTYPE, unknown=("base",)),
}
