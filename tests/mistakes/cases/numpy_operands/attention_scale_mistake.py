import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array


def attend(
    q: Array[jnp.bfloat16], k: Array[jnp.bfloat16], v: Array[jnp.bfloat16]
) -> Array[jnp.bfloat16]:
    head_dim = q.shape[-1]
    scores = q @ k.T / np.sqrt(head_dim)  # mistake
    return jax.nn.softmax(scores, axis=-1) @ v  # mistake


def main() -> jax.Array:
    x = jnp.ones((4, 8), jnp.bfloat16)
    return attend(x, x, x)
