import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array


def add_alibi(scores: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    heads, _, keys = scores.shape
    slopes = np.array([2.0 ** (-8 * (i + 1) / heads) for i in range(heads)])
    distance = jnp.arange(keys) - (keys - 1)
    bias = slopes[:, None, None] * distance[None, None, :]
    return scores + bias  # mistake


def main() -> jax.Array:
    return add_alibi(jnp.ones((2, 4, 4), jnp.bfloat16))
