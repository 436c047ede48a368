"""Statistics of samples."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import promoting, rule
from promo_typing.rules.model import STRICT, ArrayOf, Map, NamedTuple, Of, Rule
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_FLOAT,
    TO_DEFAULT_INT,
    TO_INEXACT_STRONG,
    TO_STRONG_FLOAT,
)
from promo_typing.rules.model.dtype_sets import COMPLEX, NOT_TINY

_TO_VALUES: Final = TO_STRONG_FLOAT.but({"weak_float": "weak_float"})
"""The dtype of the values that ``jnp.unique`` returns."""

SAMPLES: Final[dict[str, Rule]] = {
    "jax.scipy.stats.mode": rule(
        ("a",),
        NamedTuple(
            "jax._src.scipy.stats._core.ModeResult",
            ArrayOf(Map(_TO_VALUES, Of("a"))),
            ArrayOf(Map(TO_DEFAULT_INT, Of("a"))),
        ),
    ),
    "jax.scipy.stats.rankdata": promoting("a", to=TO_DEFAULT_FLOAT),
    "jax.scipy.stats.sem": promoting(
        "a", accepts=NOT_TINY - COMPLEX.under(STRICT), to=TO_INEXACT_STRONG
    ),
}
"""Modes, ranks and errors of means."""
