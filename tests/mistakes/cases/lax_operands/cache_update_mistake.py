import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def write(
    cache: Array[jnp.bfloat16], keys: Array[jnp.float32], position: Array[jnp.int32]
) -> Array[jnp.bfloat16]:
    return lax.dynamic_update_slice(cache, keys, (position, 0))  # mistake


def main() -> jax.Array:
    return write(jnp.zeros((8, 4), jnp.bfloat16), jnp.ones((2, 4)), jnp.int32(3))
