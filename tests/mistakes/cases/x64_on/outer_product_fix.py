import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def strides(shape: Array[jnp.uint64], steps: Array[jnp.int64]) -> Array[jnp.int64]:
    return jnp.outer(shape.astype(jnp.int64), steps)


def main() -> jax.Array:
    return strides(jnp.ones(3, jnp.uint64), jnp.ones(2, jnp.int64))
