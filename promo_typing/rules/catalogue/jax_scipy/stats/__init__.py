"""``jax.scipy.stats``: probability distributions, and statistics of samples."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_scipy.stats.continuous import CONTINUOUS
from promo_typing.rules.catalogue.jax_scipy.stats.discrete import DISCRETE
from promo_typing.rules.catalogue.jax_scipy.stats.multivariate import MULTIVARIATE
from promo_typing.rules.catalogue.jax_scipy.stats.normal import NORMAL
from promo_typing.rules.catalogue.jax_scipy.stats.samples import SAMPLES
from promo_typing.rules.model import Rule

DISTRIBUTIONS: Final[dict[str, Rule]] = {**CONTINUOUS, **NORMAL, **DISCRETE, **MULTIVARIATE}
"""Densities and other functions of probability distributions."""

STATS: Final[dict[str, Rule]] = {**DISTRIBUTIONS, **SAMPLES}
"""All functions of ``jax.scipy.stats`` that have a rule."""
