"""The rule of ``logsumexp``, which ``jax.nn`` and ``jax.scipy.special`` both have."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import case, promoted, rule, several
from promo_typing.rules.model import Is, Map, Rule
from promo_typing.rules.model.dtype_maps import TO_INEXACT_REAL_STRONG, TO_INEXACT_STRONG
from promo_typing.rules.model.dtype_sets import NOT_TINY

_EXPONENTS: Final = promoted("a", "b", accepts=NOT_TINY)

LOGSUMEXP: Final[Rule] = rule(
    ("a", "b"),
    case(
        several(Map(TO_INEXACT_REAL_STRONG, _EXPONENTS), Map(TO_INEXACT_STRONG, _EXPONENTS)),
        Is("return_sign", True),
    ),
    Map(TO_INEXACT_STRONG, _EXPONENTS),
)
"""Promotes exponents and weights; with ``return_sign`` the sign of the sum is a second result."""
