import jax
import jax.numpy as jnp

from promo_typing import Array


def probabilities(scores: Array[jnp.float16], mask: Array[jnp.bool_]) -> Array[jnp.float16]:
    masked = jnp.where(mask, scores, -1e10)  # mistake
    return jax.nn.softmax(masked)


def main() -> jax.Array:
    return probabilities(jnp.ones(4, jnp.float16), jnp.zeros(4, bool))[0]
