"""Functions of ``jax.numpy`` that combine the elements of an array along axes."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    several,
    shared,
    taken,
)
from promo_typing.rules.model import (
    After,
    Check,
    DtypeMap,
    DtypeSet,
    Expression,
    Given,
    Is,
    Known,
    Map,
    Of,
    Open,
    Requested,
    Rule,
    Same,
    always,
)
from promo_typing.rules.model.dtype_maps import (
    TO_CUMULATIVE,
    TO_DEFAULT_INT,
    TO_INEXACT,
    TO_INEXACT_REAL_STRONG,
    TO_INEXACT_STRONG,
    TO_STRONG,
    TO_SUM,
)
from promo_typing.rules.model.dtype_sets import (
    ANY,
    FLOATS,
    INTEGRAL,
    NOT_SMALL,
    NOT_TINY,
    NUMBERS,
    REAL,
    REAL_NOT_TINY,
    WIDE,
)

_NUMBER: Final = Check(Requested(), NUMBERS)
"""The requested dtype, in which JAX computes."""
_SHORT: Final = ANY - WIDE
"""All but 64-bit dtypes while x64 is off, which the oldest JAX refuses where it checks for NaN."""
_SUM: Final = Map(TO_SUM, promoted("a", accepts=NOT_SMALL))
_DEVIATION: Final = After(Known(Of("a"), REAL), Known(Requested(), FLOATS))
"""The requested dtype if all numbers are real; unknown for complex ones, where JAX varies."""


def _reducing(
    operand: str,
    to: DtypeMap,
    accepts: DtypeSet = ANY,
    known: DtypeSet = ANY,
    requested: Expression = Requested(),  # noqa: B008
) -> Rule:
    result = Map(to, promoted(operand, accepts=accepts, known=known))
    return rule((operand,), case(result, requested=requested), dtype="dtype")


def _not_wide(requested: Expression) -> Expression:
    """The same dtype, but unknown if the operand or the requested dtype has 64 bits, x64 off."""
    return After(Known(Of("a"), _SHORT), After(Known(Requested(), _SHORT), requested))


_SUMMED: Final = rule(
    ("a",),
    # Integers are added up in their own dtype.
    case(
        Map(TO_STRONG.but({"bool": "int32"}), promoted("a")),
        Is("promote_integers", False),
        requested=Requested(),
    ),
    case(_SUM, requested=Requested()),
    dtype="dtype",
)


def _quantile(probability: DtypeSet, inexact: DtypeMap | None = None) -> Rule:
    """The rule of quantiles. JAX accepts weights with ``method="inverted_cdf"`` only.

    Args:
        probability: the dtypes of ``q`` that JAX accepts.
        inexact: for percentiles, the map of the dtype of ``q`` that JAX applies if there are
            weights.
    """
    checked = Check(Of("q"), probability)
    place = checked if inexact is None else Check(Map(inexact, checked), FLOATS)
    weighted = promoted("a", "weights", accepts=REAL_NOT_TINY)
    same = After(Same(place, Map(TO_INEXACT_STRONG, weighted)), weighted)
    return rule(
        ("a", "q", "weights"),
        case(
            Map(TO_INEXACT_STRONG, After(place, same)),
            Given("weights"),
            Is("method", "inverted_cdf"),
        ),
        case(Open(), Given("weights")),
        Map(TO_INEXACT_STRONG, taken(After(checked, Of("a")), accepts=REAL_NOT_TINY)),
    )


_AVERAGED: Final = promoted("a", "weights", known=NOT_TINY)

REDUCTIONS: Final[dict[str, Rule]] = {
    **shared(_SUMMED, "jax.numpy.sum", "jax.numpy.prod"),
    "jax.numpy.trace": _reducing("a", TO_SUM, NOT_SMALL),
    **shared(
        _reducing("a", TO_SUM, NOT_SMALL, _SHORT, _not_wide(Requested())),
        "jax.numpy.nansum",
        "jax.numpy.nanprod",
    ),
    **shared(
        promoting("a", known=_SHORT, to=TO_STRONG),
        "jax.numpy.max",
        "jax.numpy.min",
        "jax.numpy.amax",
        "jax.numpy.amin",
        "jax.numpy.nanmax",
        "jax.numpy.nanmin",
    ),
    "jax.numpy.ptp": promoting("a", accepts=NUMBERS, known=_SHORT, to=TO_STRONG),
    "jax.numpy.mean": _reducing("a", TO_INEXACT_STRONG, requested=_NUMBER),
    "jax.numpy.nanmean": _reducing(
        "a", TO_INEXACT_STRONG, known=_SHORT, requested=_not_wide(_NUMBER)
    ),
    **shared(
        _reducing("a", TO_INEXACT_REAL_STRONG, NOT_TINY, requested=_DEVIATION),
        "jax.numpy.std",
        "jax.numpy.var",
    ),
    **shared(
        _reducing("a", TO_INEXACT_REAL_STRONG, NOT_TINY, _SHORT, _not_wide(_DEVIATION)),
        "jax.numpy.nanstd",
        "jax.numpy.nanvar",
    ),
    **shared(
        promoting("a", accepts=REAL_NOT_TINY, to=TO_INEXACT_STRONG),
        "jax.numpy.median",
        "jax.numpy.nanmedian",
    ),
    **shared(_quantile(FLOATS), "jax.numpy.quantile", "jax.numpy.nanquantile"),
    **shared(
        _quantile(REAL_NOT_TINY, TO_INEXACT), "jax.numpy.percentile", "jax.numpy.nanpercentile"
    ),
    "jax.numpy.average": rule(
        ("a", "weights"),
        case(
            several(Map(TO_INEXACT_STRONG, _AVERAGED), Map(TO_INEXACT_STRONG, _AVERAGED)),
            Is("returned", True),
        ),
        Map(TO_INEXACT_STRONG, _AVERAGED),
    ),
    **shared(promoting("a", to=always("bool")), "jax.numpy.any", "jax.numpy.all"),
    **shared(
        promoting("a", to=TO_DEFAULT_INT),
        "jax.numpy.argmax",
        "jax.numpy.argmin",
        "jax.numpy.nanargmax",
        "jax.numpy.nanargmin",
        "jax.numpy.count_nonzero",
    ),
    "jax.numpy.bincount": rule(
        ("x", "weights"),
        case(
            Map(TO_STRONG, Check(After(Check(Of("x"), INTEGRAL), Of("weights")), NUMBERS)),
            Given("weights"),
        ),
        Map(TO_DEFAULT_INT, promoted("x", accepts=INTEGRAL)),
    ),
    **shared(
        _reducing("a", TO_CUMULATIVE),
        "jax.numpy.cumsum",
        "jax.numpy.cumprod",
        "jax.numpy.nancumsum",
        "jax.numpy.nancumprod",
    ),
    "jax.numpy.cumulative_prod": _reducing("x", TO_CUMULATIVE),
    "jax.numpy.cumulative_sum": _reducing("x", TO_SUM, NOT_SMALL),
}
"""Reductions and cumulative functions."""
