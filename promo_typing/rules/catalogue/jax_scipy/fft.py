"""``jax.scipy.fft``: cosine transforms, in floats of at least 32 bits."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue.notation import promoting, shared
from promo_typing.rules.model import Rule
from promo_typing.rules.model.dtype_maps import TO_INEXACT_SINGLE
from promo_typing.rules.model.dtype_sets import NOT_TINY

FFT: Final[dict[str, Rule]] = {
    **shared(
        promoting("x", to=TO_INEXACT_SINGLE),
        "jax.scipy.fft.dct",
        "jax.scipy.fft.dctn",
    ),
    **shared(
        promoting("x", accepts=NOT_TINY, to=TO_INEXACT_SINGLE),
        "jax.scipy.fft.idct",
        "jax.scipy.fft.idctn",
    ),
}
"""All functions of ``jax.scipy.fft`` that have a rule."""
