"""``jax.scipy.linalg``: decompositions, solvers, functions of matrices and special matrices."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.jax_scipy.linalg.eigenvalues import EIGENVALUES
from promo_typing.rules.catalogue.jax_scipy.linalg.factors import FACTORS
from promo_typing.rules.catalogue.jax_scipy.linalg.functions import FUNCTIONS
from promo_typing.rules.catalogue.jax_scipy.linalg.solvers import SOLVERS
from promo_typing.rules.catalogue.jax_scipy.linalg.special_matrices import SPECIAL_MATRICES
from promo_typing.rules.model import Rule

LINALG: Final[dict[str, Rule]] = {
    **FACTORS,
    **EIGENVALUES,
    **FUNCTIONS,
    **SOLVERS,
    **SPECIAL_MATRICES,
}
"""All functions of ``jax.scipy.linalg`` that have a rule."""
