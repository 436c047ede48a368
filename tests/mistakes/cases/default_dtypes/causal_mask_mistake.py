import jax
import jax.numpy as jnp

from promo_typing import Array


@jax.jit
def causal(scores: Array[jnp.float16]) -> Array[jnp.float16]:
    length = scores.shape[-1]
    mask = jnp.tril(jnp.ones((length, length)))
    return scores * mask - 1e4 * (1 - mask)  # mistake


def main() -> jax.Array:
    return causal(jnp.ones((4, 4), jnp.float16))
