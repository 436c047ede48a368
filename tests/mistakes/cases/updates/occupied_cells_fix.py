import jax
import jax.numpy as jnp

from promo_typing import Array


def occupy(grid: Array[jnp.bool_], cells: Array[jnp.int32]) -> Array[jnp.bool_]:
    return grid.at[cells].set(True)


def main() -> jax.Array:
    return occupy(jnp.zeros(4, bool), jnp.array([0, 2]))
