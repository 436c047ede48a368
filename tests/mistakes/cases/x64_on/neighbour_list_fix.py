import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def pad_neighbours(neighbours: Array[jnp.int32], count: int) -> Array[jnp.int32]:
    return neighbours.at[:count].set(jnp.arange(count, dtype=neighbours.dtype))


def main() -> jax.Array:
    return pad_neighbours(jnp.zeros(8, jnp.int32), 3)
