"""Functions of NumPy that make fewer numbers of many."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import array, reduction, shared
from promo_typing.numpy_rules.dtype_maps import (
    MEAN,
    NUMBERS,
    SAME,
    SPREAD,
    SUM,
    TO_BOOL,
    TO_INDEX,
)
from promo_typing.numpy_rules.model import NumPyRule

REDUCTIONS: Final[dict[str, NumPyRule]] = {
    **shared(reduction(SUM, "dtype"), "sum prod nansum nanprod"),
    **shared(array("a", SUM, dtype="dtype", open="out"), "cumsum cumprod nancumsum nancumprod"),
    **shared(reduction(MEAN, "dtype"), "mean nanmean"),
    **shared(reduction(SPREAD, "dtype"), "std var nanstd nanvar"),
    **shared(reduction(MEAN), "median nanmedian"),
    **shared(reduction(MEAN, open="weights returned"), "average"),
    **shared(reduction(SAME), "max min amax amin nanmax nanmin"),
    **shared(reduction(NUMBERS), "ptp"),
    **shared(reduction(TO_BOOL), "all any"),
    **shared(reduction(TO_INDEX), "argmax argmin nanargmax nanargmin count_nonzero"),
}
