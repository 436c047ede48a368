import jax
import jax.numpy as jnp

from promo_typing import Array


def add_alibi(scores: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    heads, _, keys = scores.shape
    slopes = jnp.array([2.0 ** (-8 * (i + 1) / heads) for i in range(heads)], scores.dtype)
    distance = jnp.arange(keys) - (keys - 1)
    bias = slopes[:, None, None] * distance[None, None, :]
    return scores + bias


def main() -> jax.Array:
    return add_alibi(jnp.ones((2, 4, 4), jnp.bfloat16))
