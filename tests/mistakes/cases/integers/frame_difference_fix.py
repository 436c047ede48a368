import jax
import jax.numpy as jnp

from promo_typing import Array


def motion(now: Array[jnp.uint8], before: Array[jnp.uint8]) -> jax.Array:
    return now.astype(jnp.int16) - before.astype(jnp.int16)


def main() -> jax.Array:
    return motion(jnp.uint8(4), jnp.uint8(7))
