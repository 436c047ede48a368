"""Discrete distributions, whose functions promote all operands to a common inexact dtype."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_scipy.stats.location import LOC
from promo_typing.rules.catalogue.notation import promoting, shared
from promo_typing.rules.model import Rule
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_INEXACT_STRONG
from promo_typing.rules.model.dtype_sets import REAL_NOT_TINY, STRONG

DISCRETE: Final[dict[str, Rule]] = {
    **shared(
        promoting("k", "mu", LOC, accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.poisson.logpmf",
        "jax.scipy.stats.poisson.pmf",
    ),
    "jax.scipy.stats.poisson.cdf": promoting(
        "k", "mu", LOC, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT
    ),
    "jax.scipy.stats.poisson.entropy": promoting(
        "mu", LOC, accepts=REAL_NOT_TINY, to=TO_INEXACT_STRONG
    ),
    **shared(
        promoting("k", "n", "p", LOC, accepts=REAL_NOT_TINY, to=TO_INEXACT),
        "jax.scipy.stats.binom.logpmf",
        "jax.scipy.stats.binom.pmf",
    ),
    **shared(
        promoting("k", "n", "p", LOC, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.nbinom.logpmf",
        "jax.scipy.stats.nbinom.pmf",
    ),
    **shared(
        promoting("k", "n", "a", "b", LOC, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.betabinom.logpmf",
        "jax.scipy.stats.betabinom.pmf",
    ),
    **shared(
        promoting("k", "p", LOC, accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT),
        "jax.scipy.stats.bernoulli.logpmf",
        "jax.scipy.stats.bernoulli.pmf",
        "jax.scipy.stats.geom.logpmf",
        "jax.scipy.stats.geom.pmf",
    ),
    "jax.scipy.stats.bernoulli.cdf": promoting(
        "k", "p", accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT
    ),
    "jax.scipy.stats.bernoulli.ppf": promoting(
        "q", "p", accepts=REAL_NOT_TINY, known=STRONG, to=TO_INEXACT
    ),
}
"""Probabilities, distribution functions and their inverses."""
