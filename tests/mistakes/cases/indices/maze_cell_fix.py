import jax
import jax.numpy as jnp


class Maze:
    def __init__(self, size, cell):
        self.walls = jnp.zeros((size, size), dtype=jnp.bool_)
        self.cell = cell

    def cell_of(self, pos):
        return jnp.floor(pos / self.cell).astype(jnp.int32)

    def collides(self, pos):
        idx = self.cell_of(pos)
        return self.walls[idx[0], idx[1]]


maze = Maze(8, 0.5)


def main() -> jax.Array:
    return jax.vmap(maze.collides)(jnp.ones((3, 2)))
