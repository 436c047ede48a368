"""All rules: functions by their fully-qualified public name, methods of arrays by name."""

from __future__ import annotations

from typing import Final

from promo_typing.rules.catalogue import (
    jax_image,
    jax_lax,
    jax_nn,
    jax_numpy,
    jax_ops,
    jax_random,
    jax_scipy,
)
from promo_typing.rules.catalogue.arrays import array_methods
from promo_typing.rules.model import Rule

FUNCTIONS: Final[dict[str, Rule]] = {
    **jax_numpy.NUMPY,
    **jax_lax.LAX,
    **jax_nn.NN,
    **jax_image.IMAGE,
    **jax_ops.SEGMENTS,
    **jax_random.RANDOM,
    **jax_scipy.SCIPY,
}
"""The rules of functions. A function that is missing has no rule that the oracle has confirmed."""

METHODS: Final[dict[str, Rule]] = array_methods(FUNCTIONS)
"""Methods and properties of arrays; the first operand is ``self``."""
