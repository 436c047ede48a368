"""Functions of a matrix: its determinant, inverse, exponential and root."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.decompositions import array, decomposed
from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule, several
from promo_typing.rules.model import Before, Check, Is, Join, Map, Of, Rule, Same, dtypes
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_INEXACT,
    TO_INEXACT_STRONG,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import ANY, LAPACK, LAPACK_INEXACT, WIDE

_FRECHET: Final = Check(Map(TO_STRONG, Same(Of("A", "E"))), LAPACK_INEXACT)

FUNCTIONS: Final[dict[str, Rule]] = {
    "jax.scipy.linalg.det": rule(
        ("a",),
        case(Map(TO_INEXACT, promoted("a")), Before(JAX_0_11)),
        Map(TO_INEXACT, promoted("a", accepts=ANY - dtypes("int2"))),
    ),
    "jax.scipy.linalg.inv": rule(("a",), *decomposed(Join(Of("a")), array(TO_INEXACT_STRONG))),
    "jax.scipy.linalg.expm": promoting("A", accepts=LAPACK, to=TO_INEXACT_STRONG),
    "jax.scipy.linalg.expm_frechet": rule(
        ("A", "E"),
        case(_FRECHET, Is("compute_expm", False)),
        several(_FRECHET, _FRECHET),
    ),
    "jax.scipy.linalg.sqrtm": promoting("A", accepts=ANY - WIDE, to=TO_COMPLEX_STRONG),
}
"""Functions of one matrix, and the derivative of the exponential."""
