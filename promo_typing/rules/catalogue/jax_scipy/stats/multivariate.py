"""Distributions of vectors."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule, shared
from promo_typing.rules.model import After, Before, Check, Map, Of, Rule, dtypes
from promo_typing.rules.model.dtype_maps import TO_INEXACT_STRONG
from promo_typing.rules.model.dtype_sets import (
    FABS,
    INTEGRAL,
    LAPACK,
    NOT_TINY,
    REAL_NOT_TINY,
)

_COUNTS: Final = promoted("x", "n", accepts=INTEGRAL)
"""The numbers of trials with each outcome, promoted with the number of all trials."""
_PROBABILITIES: Final = Check(Of("p"), FABS - dtypes("int1"))

MULTIVARIATE: Final[dict[str, Rule]] = {
    **shared(
        rule(("x", "n", "p"), Map(TO_INEXACT_STRONG, After(_COUNTS, _PROBABILITIES))),
        "jax.scipy.stats.multinomial.logpmf",
        "jax.scipy.stats.multinomial.pmf",
    ),
    # JAX decomposes the covariance.
    **shared(
        rule(
            ("x", "mean", "cov"),
            case(
                Map(TO_INEXACT_STRONG, promoted("x", "mean", "cov", accepts=NOT_TINY)),
                Before(JAX_0_11),
            ),
            Map(TO_INEXACT_STRONG, promoted("x", "mean", "cov", accepts=LAPACK)),
        ),
        "jax.scipy.stats.multivariate_normal.logpdf",
        "jax.scipy.stats.multivariate_normal.pdf",
    ),
    **shared(
        promoting("x", "alpha", accepts=REAL_NOT_TINY, to=TO_INEXACT_STRONG),
        "jax.scipy.stats.dirichlet.logpdf",
        "jax.scipy.stats.dirichlet.pdf",
    ),
}
"""Densities and probabilities."""
