import jax
import jax.numpy as jnp

INFINITY = 2**31 - 1


def nearest(grid, agent):
    cells = jnp.argwhere(grid > 0, size=4, fill_value=-1)
    valid = jnp.all(cells >= 0, axis=1)
    d = jnp.sum(jnp.abs(cells - agent), axis=1)
    return jnp.argmin(jnp.where(valid, d, INFINITY))


grid = jnp.zeros((5, 5), jnp.int32).at[2, 3].set(1)


def main() -> jax.Array:
    return nearest(grid, jnp.array([0, 0]))
