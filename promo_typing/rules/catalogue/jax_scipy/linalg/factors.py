"""Decompositions of a matrix into factors: LU, QR, Cholesky, singular values, Schur, Hessenberg."""

from __future__ import annotations

from typing import Final

from promo_typing.core.versions import JAX_0_12
from promo_typing.rules.catalogue.decompositions import (
    CONVERTED,
    UNCONVERTED,
    Returning,
    array,
    decomposed,
    tuple_of,
)
from promo_typing.rules.catalogue.notation import case, mapped, promoted, rule, several
from promo_typing.rules.model import (
    STRICT,
    STRICT_X32,
    ArrayOf,
    Before,
    DtypeMap,
    Flag,
    Is,
    Join,
    ListOf,
    Map,
    Of,
    Rule,
)
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX,
    TO_COMPLEX_STRONG,
    TO_INDEX,
    TO_INEXACT,
    TO_INEXACT_REAL,
    TO_INEXACT_REAL_STRONG,
    TO_INEXACT_STRONG,
    TO_SAME,
    TO_STRONG,
    always,
)
from promo_typing.rules.model.dtype_sets import ANY, COMPLEX, WIDE_ALL

_A: Final = Join(Of("a"))
_A_AND_C: Final = Join(Of("a", "c"))
_T_AND_Z: Final = promoted("T", "Z", accepts=ANY - WIDE_ALL.under(STRICT_X32))
_PIVOTING: Final = Is("pivoting", True)


def _stored(to: DtypeMap) -> Returning:
    """Return a tuple of a factor and a flag, which tells whether the lower triangle is used."""
    return lambda taken: several(mapped(to, taken), Flag())


def _list_of(to: DtypeMap) -> Returning:
    """Return a list of arrays, with a map of the accepted dtype."""
    return lambda taken: ListOf(ArrayOf(mapped(to, taken)))


_PERMUTED: Final = tuple_of(TO_INEXACT_STRONG, TO_INEXACT)
_PERMUTE: Final = Is("permute_l", True)

_LU: Final = rule(
    ("a",),
    # An older JAX multiplies the factor by a real permutation matrix, which strict promotion
    # refuses for a complex factor.
    *decomposed(
        _A, _PERMUTED, _PERMUTE, Before(JAX_0_12), accepts=CONVERTED.but(COMPLEX.under(STRICT))
    ),
    *decomposed(_A, _PERMUTED, _PERMUTE),
    *decomposed(_A, tuple_of(TO_INEXACT_REAL_STRONG, TO_INEXACT_STRONG, TO_INEXACT)),
)

_QR: Final = rule(
    ("a",),
    *decomposed(_A, tuple_of(TO_INEXACT, TO_INDEX), Is("mode", "r"), _PIVOTING),
    *decomposed(_A, tuple_of(TO_INEXACT), Is("mode", "r")),
    *decomposed(_A, tuple_of(TO_INEXACT, TO_INEXACT, TO_INDEX), _PIVOTING),
    *decomposed(_A, tuple_of(TO_INEXACT, TO_INEXACT)),
)

_QR_MULTIPLY: Final = rule(
    ("a", "c"),
    *decomposed(
        _A_AND_C, tuple_of(TO_INEXACT_STRONG, TO_INEXACT_STRONG, always("int32")), _PIVOTING
    ),
    *decomposed(_A_AND_C, tuple_of(TO_INEXACT, TO_INEXACT)),
)

FACTORS: Final[dict[str, Rule]] = {
    "jax.scipy.linalg.cholesky": rule(("a",), *decomposed(_A, array(TO_INEXACT))),
    "jax.scipy.linalg.cho_factor": rule(("a",), *decomposed(_A, _stored(TO_INEXACT))),
    "jax.scipy.linalg.lu": _LU,
    "jax.scipy.linalg.lu_factor": rule(("a",), *decomposed(_A, tuple_of(TO_INEXACT, TO_INDEX))),
    "jax.scipy.linalg.qr": _QR,
    "jax.scipy.linalg.qr_multiply": _QR_MULTIPLY,
    "jax.scipy.linalg.svd": rule(
        ("a",),
        *decomposed(_A, array(TO_INEXACT_REAL), Is("compute_uv", False)),
        *decomposed(_A, tuple_of(TO_INEXACT, TO_INEXACT_REAL, TO_INEXACT)),
    ),
    "jax.scipy.linalg.polar": rule(
        ("a",),
        *decomposed(_A, tuple_of(TO_SAME, TO_STRONG), Is("method", "svd"), accepts=UNCONVERTED),
        *decomposed(_A, tuple_of(TO_STRONG, TO_STRONG), accepts=UNCONVERTED),
    ),
    "jax.scipy.linalg.hessenberg": rule(
        ("a",),
        *decomposed(_A, tuple_of(TO_SAME, TO_STRONG), Is("calc_q", True), accepts=UNCONVERTED),
        *decomposed(_A, array(TO_SAME), accepts=UNCONVERTED),
    ),
    # JAX returns a list, although its annotation says tuple.
    "jax.scipy.linalg.schur": rule(
        ("a",),
        case(_list_of(TO_COMPLEX_STRONG)(_A), Is("output", "complex")),
        *decomposed(_A, _list_of(TO_SAME), accepts=UNCONVERTED),
    ),
    "jax.scipy.linalg.rsf2csf": rule(
        ("T", "Z"), several(Map(TO_COMPLEX, _T_AND_Z), Map(TO_COMPLEX, _T_AND_Z))
    ),
}
"""Functions that return factors."""
