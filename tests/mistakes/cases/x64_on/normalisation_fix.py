import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def center(jacobian: Array[jnp.float32]) -> Array[jnp.float32]:
    samples = jacobian.shape[0]
    return (jacobian - jacobian.mean(axis=0)) / samples**0.5


def main() -> jax.Array:
    return center(jnp.ones((4, 3), jnp.float32))
