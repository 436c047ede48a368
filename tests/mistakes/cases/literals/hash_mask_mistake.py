import jax
import jax.numpy as jnp

from promo_typing import Array


def mix(tokens: Array[jnp.int32]) -> jax.Array:
    return (tokens * 31) & 0xFFFFFFFF  # mistake


def main() -> jax.Array:
    return mix(jnp.arange(4))
