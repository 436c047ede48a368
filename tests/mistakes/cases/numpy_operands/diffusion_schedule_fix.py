import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

BETAS = np.linspace(1e-4, 0.02, 100)
ALPHAS = np.cumprod(1.0 - BETAS)


def add_noise(
    sample: Array[jnp.bfloat16], noise: Array[jnp.bfloat16], step: int
) -> Array[jnp.bfloat16]:
    signal, spread = float(np.sqrt(ALPHAS[step])), float(np.sqrt(1.0 - ALPHAS[step]))
    return signal * sample + spread * noise


def main() -> jax.Array:
    x = jnp.ones((4, 4), jnp.bfloat16)
    return add_noise(x, x, 10)
