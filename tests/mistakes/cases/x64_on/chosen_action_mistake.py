import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def record(
    history: Array[jnp.int32], step: Array[jnp.int32], scores: Array[jnp.float32]
) -> Array[jnp.int32]:
    action = jnp.argmax(scores)
    return history.at[step].set(action)  # mistake


def main() -> jax.Array:
    return record(jnp.zeros(4, jnp.int32), jnp.int32(1), jnp.ones(3, jnp.float32))
