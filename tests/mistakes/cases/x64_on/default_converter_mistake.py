import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def lorentz(beta: Array[jnp.float32]) -> Array[jnp.float32]:
    speed = jnp.asarray(beta, dtype=float)
    return 1 / jnp.sqrt(1 - speed**2)  # mistake


def main() -> jax.Array:
    return lorentz(jnp.zeros(3, jnp.float32))
