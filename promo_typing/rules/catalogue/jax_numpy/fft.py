"""``jax.numpy.fft``: Fourier transforms and their frequencies."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import (
    DEFAULT_FLOAT,
    case,
    promoting,
    rule,
    shared,
)
from promo_typing.rules.model import Check, Known, Map, Requested, Rule, dtypes
from promo_typing.rules.model.dtype_maps import (
    TO_COMPLEX_STRONG,
    TO_INEXACT,
    TO_INEXACT_REAL_SINGLE,
)
from promo_typing.rules.model.dtype_sets import LAPACK_REAL, NOT_SMALL, NOT_TINY, NUMBERS

_COUNTED: Final = Known(Check(Requested(), NUMBERS - dtypes("int1")), NOT_SMALL)
"""The requested dtype; unknown for small integers, which may not hold the number of frequencies."""

FFT: Final[dict[str, Rule]] = {
    **shared(
        promoting("a", to=TO_COMPLEX_STRONG),
        "jax.numpy.fft.fft",
        "jax.numpy.fft.fft2",
        "jax.numpy.fft.fftn",
        "jax.numpy.fft.ifft",
        "jax.numpy.fft.ifft2",
        "jax.numpy.fft.ifftn",
    ),
    **shared(
        promoting("a", to=TO_INEXACT_REAL_SINGLE),
        "jax.numpy.fft.hfft",
        "jax.numpy.fft.irfft",
        "jax.numpy.fft.irfft2",
        "jax.numpy.fft.irfftn",
    ),
    **shared(
        promoting("a", accepts=LAPACK_REAL, to=TO_COMPLEX_STRONG),
        "jax.numpy.fft.ihfft",
        "jax.numpy.fft.rfft",
        "jax.numpy.fft.rfft2",
        "jax.numpy.fft.rfftn",
    ),
    **shared(
        promoting("x"),
        "jax.numpy.fft.fftshift",
        "jax.numpy.fft.ifftshift",
    ),
    # JAX looks up the inexact dtype of the requested one, which fails for 1 and 2 bits.
    "jax.numpy.fft.fftfreq": rule(
        (), case(DEFAULT_FLOAT, requested=Check(Requested(), NOT_TINY)), dtype="dtype"
    ),
    "jax.numpy.fft.rfftfreq": rule(
        (), case(DEFAULT_FLOAT, requested=Map(TO_INEXACT, _COUNTED)), dtype="dtype"
    ),
}
"""All functions of ``jax.numpy.fft`` that have a rule."""
