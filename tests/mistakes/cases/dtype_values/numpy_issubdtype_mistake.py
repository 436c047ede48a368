import jax.numpy as jnp
import numpy as np

from promo_typing import Array


def differentiable(x: Array[jnp.bfloat16]) -> bool:
    return np.issubdtype(x.dtype, np.floating)  # mistake


def main() -> bool:
    return differentiable(jnp.ones(3, jnp.bfloat16))
