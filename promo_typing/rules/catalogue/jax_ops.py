"""Functions of ``jax.ops``."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import promoting, shared
from promo_typing.rules.model import Rule
from promo_typing.rules.model.dtype_maps import TO_STRONG
from promo_typing.rules.model.dtype_sets import NUMBERS

SEGMENTS: Final[dict[str, Rule]] = {
    **shared(promoting("data", to=TO_STRONG), "jax.ops.segment_max", "jax.ops.segment_min"),
    **shared(
        promoting("data", accepts=NUMBERS, to=TO_STRONG),
        "jax.ops.segment_sum",
        "jax.ops.segment_prod",
    ),
}
"""Reductions of the segments of an array."""
