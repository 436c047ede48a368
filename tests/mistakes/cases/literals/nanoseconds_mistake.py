import jax
import jax.numpy as jnp

from promo_typing import Array

NANOSECONDS_PER_DAY = 86_400 * 10**9


def to_nanoseconds(days: Array[jnp.int32]) -> Array[jnp.int32]:
    return days * NANOSECONDS_PER_DAY  # mistake


def main() -> jax.Array:
    return to_nanoseconds(jnp.arange(3))
