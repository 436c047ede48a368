"""``jax.scipy.integrate``: integrals of samples."""

from __future__ import annotations

from typing import Final

from promo_typing.rules_new.catalogue.notation import case, promoted, rule
from promo_typing.rules_new.model import Check, Given, Join, Map, Of, Rule
from promo_typing.rules_new.model.dtype_maps import TO_INEXACT_STRONG
from promo_typing.rules_new.model.dtype_sets import NOT_TINY

_SUM: Final = Map(TO_INEXACT_STRONG, Check(Of("y"), NOT_TINY))

INTEGRATE: Final[dict[str, Rule]] = {
    "jax.scipy.integrate.trapezoid": rule(
        ("y", "x", "dx"),
        case(Map(TO_INEXACT_STRONG, promoted("y", "x", accepts=NOT_TINY)), Given("x")),
        # The sum of the samples, times the distance between them.
        case(Join(_SUM, Of("dx")), Given("dx")),
        _SUM,
    ),
}
"""All functions of ``jax.scipy.integrate`` that have a rule."""
