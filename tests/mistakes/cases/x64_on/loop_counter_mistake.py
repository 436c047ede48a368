import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def count(accepted: Array[jnp.int32], steps: int) -> Array[jnp.int32]:
    def body(_: jax.Array, total: Array[jnp.int32]) -> jax.Array:
        return jnp.sum(accepted) + total

    return jax.lax.fori_loop(0, steps, body, jnp.int32(0))  # mistake


def main() -> jax.Array:
    return count(jnp.ones(3, jnp.int32), 4)
