import jax
import jax.numpy as jnp

from promo_typing import Array


@jax.jit
def total(losses: Array[jnp.float32]) -> jax.Array:
    return jnp.sum(losses.astype(jnp.float64))  # mistake


def main() -> jax.Array:
    return total(jnp.ones(4))
