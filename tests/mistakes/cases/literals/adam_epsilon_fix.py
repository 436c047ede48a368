import jax
import jax.numpy as jnp

from promo_typing import Array


def direction(m: Array[jnp.float16], v: Array[jnp.float16]) -> Array[jnp.float16]:
    return m / (jnp.sqrt(v) + 1e-4)


def main() -> jax.Array:
    return direction(jnp.float16(0), jnp.float16(0))
