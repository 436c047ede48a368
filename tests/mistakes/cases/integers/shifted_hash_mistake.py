import jax
import jax.numpy as jnp

from promo_typing import Array


def in_bucket(hashes: Array[jnp.uint32], limit: Array[jnp.int32]) -> Array[jnp.bool_]:
    return hashes < limit  # mistake


def main() -> jax.Array:
    return in_bucket(jnp.array(2**31 + 5, jnp.uint32), jnp.int32(10))
