import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array


def gelu(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    sqrt_2_over_pi = np.sqrt(2 / np.pi)
    cdf = 0.5 * (1.0 + jnp.tanh(sqrt_2_over_pi * (x + 0.044715 * x**3)))  # mistake
    return x * cdf  # mistake


def main() -> jax.Array:
    return gelu(jnp.ones((4, 8), jnp.bfloat16))
