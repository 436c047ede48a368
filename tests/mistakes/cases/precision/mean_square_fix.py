import jax
import jax.numpy as jnp

from promo_typing import Array


def mean_square(x: Array[jnp.float16]) -> jax.Array:
    return jnp.mean(jnp.square(x.astype(jnp.float32)))


def main() -> jax.Array:
    return mean_square(jnp.full(4, 300, jnp.float16))
