"""Functions of ``jax.scipy``, with a module for each of its modules."""

from typing import Final

from promo_typing.rules.catalogue.jax_scipy.cluster import CLUSTER
from promo_typing.rules.catalogue.jax_scipy.fft import FFT
from promo_typing.rules.catalogue.jax_scipy.integrate import INTEGRATE
from promo_typing.rules.catalogue.jax_scipy.linalg import LINALG
from promo_typing.rules.catalogue.jax_scipy.ndimage import NDIMAGE
from promo_typing.rules.catalogue.jax_scipy.signal import SIGNAL
from promo_typing.rules.catalogue.jax_scipy.special import SPECIAL
from promo_typing.rules.catalogue.jax_scipy.stats import STATS
from promo_typing.rules.model import Rule

SCIPY: Final[dict[str, Rule]] = {
    **CLUSTER,
    **FFT,
    **INTEGRATE,
    **LINALG,
    **NDIMAGE,
    **SIGNAL,
    **SPECIAL,
    **STATS,
}
"""All functions of ``jax.scipy`` that have a rule."""
