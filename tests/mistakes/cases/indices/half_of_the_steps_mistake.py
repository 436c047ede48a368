import jax
import jax.numpy as jnp

from promo_typing import Array


def halve_often(x: Array[jnp.float32], steps: int) -> Array[jnp.float32]:
    return jax.lax.fori_loop(0, steps / 2, lambda _, x: x / 2, x)  # mistake


def main() -> jax.Array:
    return halve_often(jnp.ones(3), 4)
