import jax
import jax.numpy as jnp

from promo_typing import Array


def extend(cache: jax.Array, keys: Array[jnp.bfloat16]) -> jax.Array:
    return jnp.concatenate([cache, keys])


def prefill(keys: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    cache = jnp.zeros((2, keys.shape[1]), keys.dtype)
    return jnp.concatenate([cache, keys])


def main() -> jax.Array:
    return prefill(jnp.ones((4, 8), jnp.bfloat16))
