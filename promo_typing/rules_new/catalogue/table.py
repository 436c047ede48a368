"""All rules: functions by their fully-qualified public name, methods of arrays by name."""

from __future__ import annotations

from typing import Final

from promo_typing.rules_new.catalogue import jax_image, jax_ops, jax_random
from promo_typing.rules_new.catalogue.arrays import array_methods
from promo_typing.rules_new.catalogue.jax_lax import (
    creation as lax_creation,
    elementwise,
    linalg as lax_linalg,
    parallel,
    products as lax_products,
    reductions as lax_reductions,
    shaping as lax_shaping,
)
from promo_typing.rules_new.catalogue.jax_nn import (
    activations,
    initializers,
    normalizations,
    products as nn_products,
)
from promo_typing.rules_new.catalogue.jax_numpy import (
    creation,
    fft,
    indices,
    linalg,
    polynomials,
    products,
    reductions,
    sets,
    shaping,
    statistics,
    ufuncs,
)
from promo_typing.rules_new.model import Rule

_NUMPY: Final[dict[str, Rule]] = {
    **ufuncs.UFUNCS,
    **products.PRODUCTS,
    **reductions.REDUCTIONS,
    **creation.CREATION,
    **shaping.SHAPING,
    **indices.INDICES,
    **sets.SETS,
    **polynomials.POLYNOMIALS,
    **statistics.STATISTICS,
    **linalg.LINALG,
    **fft.FFT,
}

FUNCTIONS: Final[dict[str, Rule]] = {
    **_NUMPY,
}
"""The rule of each function that has one. A function that is missing has no proven rule."""

METHODS: Final[dict[str, Rule]] = array_methods(FUNCTIONS)
"""Methods and properties of arrays; the first operand is ``self``."""
