"""Eigenvalues and eigenvectors of Hermitian matrices."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_12
from promo_typing.rules.catalogue.decompositions import (
    Returning,
    array,
    decomposed,
    tuple_of,
)
from promo_typing.rules.catalogue.notation import case, rule, several
from promo_typing.rules.model import (
    STRICT_X32,
    After,
    Before,
    Case,
    Check,
    Condition,
    Is,
    Join,
    Map,
    Of,
    Rule,
    Same,
)
from promo_typing.rules.model.dtype_maps import TO_INEXACT, TO_INEXACT_REAL, TO_REAL, TO_STRONG
from promo_typing.rules.model.dtype_sets import LAPACK_INEXACT, NONE, WIDE, WIDE_ALL

_VALUES_ALONE: Final = Is("eigvals_only", True)


def _generalized(returning: Returning, *when: Condition) -> tuple[Case, ...]:
    """The cases of an eigenvalue problem, which is generalized if ``b`` is given."""
    alone = After(Check(Of("b"), NONE), Join(Of("a")))
    return (
        *decomposed(alone, returning, *when, Before(JAX_0_12)),
        *decomposed(Join(Of("a", "b")), returning, *when),
    )


_DIAGONALS: Final = Map(TO_STRONG, Same(Of("d", "e")))

EIGENVALUES: Final[dict[str, Rule]] = {
    "jax.scipy.linalg.eigh": rule(
        ("a", "b"),
        *_generalized(array(TO_INEXACT_REAL), _VALUES_ALONE),
        *_generalized(tuple_of(TO_INEXACT_REAL, TO_INEXACT)),
    ),
    "jax.scipy.linalg.eigh_tridiagonal": rule(
        ("d", "e"),
        case(
            Map(TO_REAL, Check(_DIAGONALS, LAPACK_INEXACT - WIDE_ALL.under(STRICT_X32))),
            _VALUES_ALONE,
        ),
        several(
            Map(TO_REAL, Check(_DIAGONALS, LAPACK_INEXACT - WIDE)),
            Check(_DIAGONALS, LAPACK_INEXACT - WIDE),
        ),
    ),
}
"""Functions that return eigenvalues."""
