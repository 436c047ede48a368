"""Solvers of linear equations; some take factors that another function has computed."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_11
from promo_typing.rules.catalogue.decompositions import array, decomposed
from promo_typing.rules.catalogue.notation import case, promoted, promoting, rule
from promo_typing.rules.model import Before, FirstItem, Join, Map, Of, Rule
from promo_typing.rules.model.dtype_maps import (
    TO_INEXACT,
    TO_INEXACT_SINGLE,
    TO_INEXACT_STRONG,
)
from promo_typing.rules.model.dtype_sets import LAPACK, NOT_TINY

SOLVERS: Final[dict[str, Rule]] = {
    "jax.scipy.linalg.solve": rule(("a", "b"), *decomposed(Join(Of("a", "b")), array(TO_INEXACT))),
    "jax.scipy.linalg.solve_triangular": promoting("a", "b", accepts=NOT_TINY, to=TO_INEXACT),
    "jax.scipy.linalg.cho_solve": promoting(
        FirstItem("c_and_lower"), "b", accepts=NOT_TINY, to=TO_INEXACT
    ),
    "jax.scipy.linalg.lu_solve": promoting(
        FirstItem("lu_and_piv"), "b", accepts=NOT_TINY, to=TO_INEXACT
    ),
    "jax.scipy.linalg.solve_sylvester": rule(
        ("A", "B", "C"),
        case(Map(TO_INEXACT_SINGLE, promoted("A", "B", "C", accepts=NOT_TINY)), Before(JAX_0_11)),
        Map(TO_INEXACT_STRONG, promoted("A", "B", "C", accepts=LAPACK)),
    ),
}
"""Functions that return a solution."""
