import jax
import jax.numpy as jnp


class FeatureGrid:
    def __init__(self, key, cells, width):
        self.table = jax.random.normal(key, (cells, width))
        self.cells = cells

    def cell_of(self, x):
        cell = jnp.floor(x * self.cells)
        return jnp.clip(cell, 0, self.cells - 1).astype(jnp.int32)

    def __call__(self, x):
        return self.table[self.cell_of(x)]


def main() -> jax.Array:
    grid = FeatureGrid(jax.random.key(0), 4, 2)
    return jax.vmap(grid)(jnp.linspace(0, 1, 5))
