"""The normal distribution, whose functions are written for float32 and float64."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_12
from promo_typing.rules.catalogue.jax_scipy.stats.location import LOC, SCALE
from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule, shared
from promo_typing.rules.model import (
    STRICT_X32,
    Before,
    Check,
    Join,
    Map,
    Of,
    Rule,
    dtypes,
)
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_FLOAT,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    ANY,
    LAPACK_REAL,
    NOT_TINY,
    STRONG,
    WIDE,
)

_PROBABILITY: Final = Check(Of("q"), dtypes("float32", "float64", "weak_float"))
_QUANTILE: Final = Join(Map(TO_STRONG, _PROBABILITY), Of("loc", "scale"))
"""The quantile of a probability, which JAX does not convert."""
_QUANTILE_BEFORE: Final = Check(_QUANTILE, ANY - dtypes("float64").under(STRICT_X32))

NORMAL: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", LOC, SCALE, accepts=NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.norm.logpdf",
        "jax.scipy.stats.norm.pdf",
    ),
    **shared(
        promoting("x", LOC, SCALE, accepts=LAPACK_REAL - WIDE, to=TO_INEXACT_STRONG),
        "jax.scipy.stats.norm.cdf",
        "jax.scipy.stats.norm.logcdf",
        "jax.scipy.stats.norm.logsf",
        "jax.scipy.stats.norm.sf",
    ),
    "jax.scipy.stats.norm.isf": rule(
        ("q", LOC, SCALE),
        case(Map(TO_DEFAULT_FLOAT, _QUANTILE_BEFORE), Before(JAX_0_12)),
        Map(TO_DEFAULT_FLOAT, promoted("q", "loc", "scale", accepts=LAPACK_REAL)),
    ),
    "jax.scipy.stats.norm.ppf": rule(
        ("q", LOC, SCALE),
        case(Map(TO_DEFAULT_FLOAT, _QUANTILE_BEFORE), Before(JAX_0_12)),
        Map(TO_DEFAULT_FLOAT, _QUANTILE),
    ),
}
"""Densities, distribution functions and their inverses."""
