"""``jax.scipy.cluster``: the codes of observations, and their distances from them."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import promoted, rule, several
from promo_typing.rules.model import Map, Rule
from promo_typing.rules.model.dtype_maps import TO_DEFAULT_INT, TO_INEXACT_REAL_STRONG
from promo_typing.rules.model.dtype_sets import NOT_TINY

_COMPARED: Final = promoted("obs", "code_book", accepts=NOT_TINY)

CLUSTER: Final[dict[str, Rule]] = {
    "jax.scipy.cluster.vq.vq": rule(
        ("obs", "code_book"),
        several(Map(TO_DEFAULT_INT, _COMPARED), Map(TO_INEXACT_REAL_STRONG, _COMPARED)),
    ),
}
"""All functions of ``jax.scipy.cluster`` that have a rule."""
