"""Functions that combine the elements of an array along axes, and cumulative ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from promo_typing.rules.group import group
from promo_typing.rules.model import GIVEN, Rule, Variant

_AS_THEY_ARE: Final = Rule(("a",), results=("concrete but bool=int32",), dtype_parameter="dtype")
"""Sums of integers which are not promoted."""

_WITH_WEIGHTS: Final = Rule(
    ("a", "weights"),
    results=("inexact_concrete", "inexact_concrete"),
    container="tuple",
    unknown_for="tiny_int",
)
"""The average, and the sum of the weights."""


def _quantile(combine: str) -> Rule:
    """JAX takes weights for one of its methods."""
    plain = Rule(
        ("a", "q"),
        combine=combine,
        accepts="real_not_tiny_int",
        results=("inexact_concrete",),
    )
    weighted = replace(plain, operands=("a", "q", "weights"), combine=f"weighted_{combine}")
    of_method = Variant("method", "inverted_cdf", weighted)
    given = replace(plain, unknown_with=("weights",), variants=(of_method,))
    return replace(plain, variants=(Variant("weights", GIVEN, given),))


REDUCTIONS: Final[dict[str, Rule]] = {
    **group(
        "a",
        "sum prod",
        accepts="not_small_int",
        results=("sum",),
        dtype_parameter="dtype",
        variants=(Variant("promote_integers", False, _AS_THEY_ARE),),
    ),
    **group(
        "a",
        "trace",
        accepts="not_small_int",
        results=("sum",),
        dtype_parameter="dtype",
    ),
    **group(
        "a",
        "nansum nanprod",
        accepts="not_small_int",
        results=("sum",),
        unknown_for="wide",
        dtype_parameter="dtype",
        dtype_combine="narrow_requested",
    ),
    **group("a", "max min amax amin nanmax nanmin", results=("concrete",), unknown_for="wide"),
    **group("a", "ptp", accepts="not_bool", results=("concrete",), unknown_for="wide"),
    **group(
        "a",
        "mean",
        results=("inexact_concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_number",
    ),
    **group(
        "a",
        "nanmean",
        results=("inexact_concrete",),
        unknown_for="wide",
        dtype_parameter="dtype",
        dtype_combine="narrow_requested_number",
    ),
    **group(
        "a",
        "std var",
        accepts="not_tiny_int",
        results=("inexact_real_concrete",),
        dtype_parameter="dtype",
        dtype_combine="requested_deviation",
    ),
    **group(
        "a",
        "nanstd nanvar",
        accepts="not_tiny_int",
        results=("inexact_real_concrete",),
        unknown_for="wide",
        dtype_parameter="dtype",
        dtype_combine="narrow_requested_deviation",
    ),
    **group("a", "median nanmedian", accepts="real_not_tiny_int", results=("inexact_concrete",)),
    **dict.fromkeys(("jax.numpy.quantile", "jax.numpy.nanquantile"), _quantile("quantile")),
    **dict.fromkeys(("jax.numpy.percentile", "jax.numpy.nanpercentile"), _quantile("percentile")),
    **group(
        "a weights",
        "average",
        results=("inexact_concrete",),
        unknown_for="tiny_int",
        variants=(Variant("returned", True, _WITH_WEIGHTS),),
    ),
    **group("a", "any all", results=("bool",)),
    **group("a", "argmax argmin nanargmax nanargmin", results=("default_int",)),
    **group("a", "count_nonzero", results=("default_int",)),
    **group(
        "x",
        "bincount",
        accepts="integer_or_bool",
        results=("default_int",),
        variants=(
            Variant(
                "weights",
                GIVEN,
                Rule(
                    ("x", "weights"), combine="weighted", accepts="not_bool", results=("concrete",)
                ),
            ),
        ),
    ),
    **group(
        "a", "cumsum cumprod nancumsum nancumprod", results=("cumulative",), dtype_parameter="dtype"
    ),
    **group("x", "cumulative_prod", results=("cumulative",), dtype_parameter="dtype"),
    **group(
        "x",
        "cumulative_sum",
        accepts="not_small_int",
        results=("sum",),
        dtype_parameter="dtype",
    ),
}
