import jax
import jax.numpy as jnp

from promo_typing import Array


def power(x, n):  # type: ignore[no-untyped-def]
    return jax.lax.integer_pow(x, 2) * n


def directional(x: Array[jnp.float32], n: Array[jnp.int32]) -> jax.Array:
    tangents = (jnp.ones_like(x), jnp.zeros_like(n))
    return jax.jvp(power, (x, n), tangents)[1]  # mistake


def main() -> jax.Array:
    return directional(jnp.ones(3), jnp.int32(2))
