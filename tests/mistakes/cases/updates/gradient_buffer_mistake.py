import jax
import jax.numpy as jnp

from promo_typing import Array


@jax.jit
def scatter_add(
    buffer: Array[jnp.bfloat16], rows: Array[jnp.int32], grads: Array[jnp.float32]
) -> Array[jnp.bfloat16]:
    return buffer.at[rows].add(grads)  # mistake


def main() -> jax.Array:
    return scatter_add(jnp.zeros((4, 2), jnp.bfloat16), jnp.arange(2), jnp.ones((2, 2)))
