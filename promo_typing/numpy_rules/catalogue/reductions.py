"""NumPy's functions that reduce arrays."""

from __future__ import annotations

from typing import Final

from promo_typing.numpy_rules.catalogue.notation import DTYPE, array, reduction
from promo_typing.numpy_rules.dtype_maps import TO_MEAN, TO_SPREAD, TO_SUM
from promo_typing.rules.catalogue.notation import shared
from promo_typing.rules.model import Rule, always
from promo_typing.rules.model.dtype_sets import NUMBERS

REDUCTIONS: Final[dict[str, Rule]] = {
    **shared(
        reduction(TO_SUM, dtype=DTYPE), "numpy.sum", "numpy.prod", "numpy.nansum", "numpy.nanprod"
    ),
    **shared(
        array("a", TO_SUM, dtype=DTYPE, unknown=("out",)),
        "numpy.cumsum",
        "numpy.cumprod",
        "numpy.nancumsum",
        "numpy.nancumprod",
    ),
    **shared(reduction(TO_MEAN, dtype=DTYPE), "numpy.mean", "numpy.nanmean"),
    **shared(
        reduction(TO_SPREAD, dtype=DTYPE),
        "numpy.std",
        "numpy.var",
        "numpy.nanstd",
        "numpy.nanvar",
    ),
    **shared(reduction(TO_MEAN), "numpy.median", "numpy.nanmedian"),
    "numpy.average": reduction(TO_MEAN, unknown=("weights", "returned")),
    **shared(
        reduction(),
        "numpy.max",
        "numpy.min",
        "numpy.amax",
        "numpy.amin",
        "numpy.nanmax",
        "numpy.nanmin",
    ),
    "numpy.ptp": reduction(accepts=NUMBERS),
    **shared(reduction(always("bool")), "numpy.all", "numpy.any"),
    **shared(
        reduction(always("int64")),
        "numpy.argmax",
        "numpy.argmin",
        "numpy.nanargmax",
        "numpy.nanargmin",
        "numpy.count_nonzero",
    ),
}
