import jax
import jax.numpy as jnp

from promo_typing import Array


def explore(key: jax.Array, action: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    low, high = jnp.bfloat16(-0.1), jnp.bfloat16(0.1)
    return action + jax.random.uniform(key, action.shape, minval=low, maxval=high)  # mistake


def main() -> jax.Array:
    return explore(jax.random.key(0), jnp.zeros(3, jnp.bfloat16))
