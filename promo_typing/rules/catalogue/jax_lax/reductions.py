"""Functions of ``jax.lax`` that combine the elements of one array, and its Fourier transform."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import (
    case,
    promoted,
    promoting,
    rule,
    several,
    shared,
)
from promo_typing.rules.model import Check, DtypeSet, Is, Map, Of, Requested, Rule, always
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_INDEX,
    TO_INEXACT_REAL_SINGLE,
    TO_STRONG,
)
from promo_typing.rules.model.dtype_sets import (
    COMPLEX,
    FLOATS,
    INTEGERS,
    INTEGRAL,
    LAPACK,
    NUMBERS,
    REAL,
    SMALL_INTEGERS,
)


def _extremes(accepts: DtypeSet) -> Rule:
    """The rule of a function that returns values and their indices."""
    extremes = promoted("operand", accepts=accepts)
    return rule(("operand",), several(extremes, Map(TO_INDEX, extremes)))


_FOURIER: Final = rule(
    ("x",),
    *(
        case(Map(TO_COMPLEX_STRONG, promoted("x", accepts=LAPACK - COMPLEX)), Is("fft_type", kind))
        for kind in ("rfft", "RFFT")
    ),
    *(
        case(Map(TO_INEXACT_REAL_SINGLE, Of("x")), Is("fft_type", kind))
        for kind in ("irfft", "IRFFT")
    ),
    Map(TO_COMPLEX_STRONG, Of("x")),
)

REDUCTIONS: Final[dict[str, Rule]] = {
    **shared(
        promoting("operand", accepts=NUMBERS),
        "jax.lax.cumsum",
        "jax.lax.cumprod",
        "jax.lax.cummax",
        "jax.lax.cummin",
        "jax.lax.cumlogsumexp",
        "jax.lax.reduce_sum",
        "jax.lax.reduce_prod",
    ),
    **shared(promoting("operand"), "jax.lax.reduce_max", "jax.lax.reduce_min"),
    **shared(
        promoting("operand", accepts=INTEGRAL - SMALL_INTEGERS, to=TO_STRONG),
        "jax.lax.reduce_and",
        "jax.lax.reduce_or",
        "jax.lax.reduce_xor",
    ),
    **shared(
        rule(
            ("operand",),
            # JAX computes the indices in the requested dtype.
            case(Map(always("int32"), Of("operand")), requested=Check(Requested(), INTEGERS)),
            dtype="index_dtype",
        ),
        "jax.lax.argmax",
        "jax.lax.argmin",
    ),
    "jax.lax.top_k": _extremes(REAL),
    **shared(_extremes(FLOATS), "jax.lax.approx_max_k", "jax.lax.approx_min_k"),
    "jax.lax.fft": _FOURIER,
}
"""Functions that compute each element of the result from several elements of one array."""
