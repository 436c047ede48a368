import jax
import jax.numpy as jnp

from promo_typing import Array


def power(x, n):  # type: ignore[no-untyped-def]
    return jax.lax.integer_pow(x, 2) * n


def directional(x: Array[jnp.float32], n: Array[jnp.int32]) -> jax.Array:
    return jax.jvp(lambda x: power(x, n), (x,), (jnp.ones_like(x),))[1]


def main() -> jax.Array:
    return directional(jnp.ones(3), jnp.int32(2))
