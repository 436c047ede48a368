import jax
import jax.numpy as jnp

from promo_typing import Array


def dropout(x: Array[jnp.float32], seed: int) -> Array[jnp.float32]:
    keep = jax.random.bernoulli(seed, 0.5, x.shape)  # mistake
    return jnp.where(keep, x, 0)


def main() -> jax.Array:
    return dropout(jnp.ones(3), 0)
