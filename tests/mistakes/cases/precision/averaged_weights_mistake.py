import jax
import jax.numpy as jnp

from promo_typing import Array


def average(ema: jax.Array, weights: Array[jnp.bfloat16]) -> jax.Array:
    return 0.999 * ema + 0.001 * weights  # mistake


def main() -> jax.Array:
    weights = jnp.full((), 2, jnp.bfloat16)
    ema = jnp.ones_like(weights)
    return average(ema, weights)  # mistake
