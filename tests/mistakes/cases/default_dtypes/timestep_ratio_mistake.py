import jax
import jax.numpy as jnp

from promo_typing import Array


def add_noise(
    x: Array[jnp.bfloat16], noise: Array[jnp.bfloat16], t: Array[jnp.int32]
) -> Array[jnp.bfloat16]:
    sigma = (t / 1000)[:, None]
    return (1 - sigma) * x + sigma * noise  # mistake


def main() -> jax.Array:
    x = jnp.ones((3, 2), jnp.bfloat16)
    return add_noise(x, x, jnp.arange(3))
