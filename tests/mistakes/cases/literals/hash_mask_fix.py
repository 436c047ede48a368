import jax
import jax.numpy as jnp

from promo_typing import Array


def mix(tokens: Array[jnp.int32]) -> jax.Array:
    return (tokens.astype(jnp.uint32) * 31) & jnp.uint32(0xFFFFFFFF)


def main() -> jax.Array:
    return mix(jnp.arange(4))
