import jax
import jax.numpy as jnp

from promo_typing import Array


def weighted(losses: Array[jnp.float16]) -> Array[jnp.float16]:
    weights = jnp.array([1.0, 0.5, 0.25])
    return jnp.sum(losses * weights)  # mistake


def main() -> jax.Array:
    return weighted(jnp.ones(3, jnp.float16))
