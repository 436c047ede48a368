"""Matrices of a special form, made of their elements or of a size."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import (
    DEFAULT_FLOAT,
    case,
    promoting,
    rule,
    shared,
)
from promo_typing.rules.model import Check, Dtype, Map, Requested, Rest, Rule
from promo_typing.rules.model.dtype_maps import (
    TO_DEFAULT_INT,
    TO_INEXACT_STRONG,
    TO_MAGNITUDE,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import ABSOLUTE, ANY, BOOL, COMPLEX, NUMBERS, WIDE

_OF_ELEMENTS: Final[dict[str, Rule]] = {
    "jax.scipy.linalg.block_diag": promoting(Rest("arrs"), accepts=ANY - WIDE, to=TO_STRONG),
    "jax.scipy.linalg.circulant": promoting("c"),
    **shared(
        promoting("a", to=TO_INEXACT_STRONG),
        "jax.scipy.linalg.companion",
        "jax.scipy.linalg.fiedler_companion",
    ),
    "jax.scipy.linalg.convolution_matrix": promoting("a", to=TO_STRONG),
    "jax.scipy.linalg.fiedler": promoting("a", accepts=ABSOLUTE - BOOL, to=TO_MAGNITUDE),
    **shared(
        promoting("c", "r", to=TO_STRONG),
        "jax.scipy.linalg.hankel",
        "jax.scipy.linalg.toeplitz",
    ),
    "jax.scipy.linalg.leslie": promoting("f", "s"),
}

_DEFAULT_COMPLEX: Final = Map(TO_STRONG, Dtype("weak_complex"))
_DEFAULT_INT: Final = Map(TO_DEFAULT_INT, Dtype("weak_int"))

_OF_SIZE: Final[dict[str, Rule]] = {
    **shared(
        rule((), DEFAULT_FLOAT),
        "jax.scipy.linalg.helmert",
        "jax.scipy.linalg.hilbert",
        "jax.scipy.linalg.invhilbert",
        "jax.scipy.linalg.invpascal",
    ),
    "jax.scipy.linalg.pascal": rule((), Dtype("float32")),
    "jax.scipy.linalg.dft": rule(
        (), case(_DEFAULT_COMPLEX, requested=Check(Requested(), COMPLEX)), dtype="dtype"
    ),
    "jax.scipy.linalg.hadamard": rule(
        (), case(_DEFAULT_INT, requested=Check(Requested(), NUMBERS)), dtype="dtype"
    ),
}

SPECIAL_MATRICES: Final[dict[str, Rule]] = {**_OF_ELEMENTS, **_OF_SIZE}
"""Functions that make a matrix."""
