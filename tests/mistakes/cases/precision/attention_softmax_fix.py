import jax
import jax.numpy as jnp

from promo_typing import Array


def weights(q: Array[jnp.bfloat16], k: Array[jnp.bfloat16]) -> jax.Array:
    scores = jnp.matmul(q, k.T, preferred_element_type=jnp.float32)
    return jax.nn.softmax(scores, axis=-1)


def main() -> jax.Array:
    x = jnp.ones((4, 8), jnp.bfloat16)
    return weights(x, x)
