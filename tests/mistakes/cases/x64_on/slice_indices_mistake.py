import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def write(
    cache: Array[jnp.float32], keys: Array[jnp.float32], end: Array[jnp.int32]
) -> Array[jnp.float32]:
    return lax.dynamic_update_slice(cache, keys, (0, end))  # mistake


def main() -> jax.Array:
    cache, keys = jnp.zeros((2, 8), jnp.float32), jnp.ones((2, 1), jnp.float32)
    return write(cache, keys, jnp.int32(3))
