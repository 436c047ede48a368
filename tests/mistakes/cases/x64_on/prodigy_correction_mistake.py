import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def corrected(grad: Array[jnp.float32], count: Array[jnp.int32], beta: float) -> Array[jnp.float32]:
    correction = jnp.sqrt(1 - beta ** (count + 1))
    return grad / correction  # mistake


def main() -> jax.Array:
    return corrected(jnp.ones(3, jnp.float32), jnp.int32(0), 0.999)
