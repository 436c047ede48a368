import jax
import jax.numpy as jnp

from promo_typing import Array


def noise(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        raise ValueError("the dtype must be a float")
    return x + jax.random.normal(jax.random.key(0), x.shape, x.dtype)


def main() -> jax.Array:
    return noise(jnp.ones(3, jnp.bfloat16))
