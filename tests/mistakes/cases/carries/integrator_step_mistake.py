import jax
import jax.numpy as jnp
import numpy as np


def field(y):
    return -y


class Midpoint:
    def __init__(self, dt):
        self.dt = dt

    def __call__(self, y, _):
        half = y + 0.5 * self.dt * field(y)
        y = y + self.dt * field(half)
        return y, y


def solve(y0, steps):
    solver = Midpoint(np.float32(0.1))
    _, trajectory = jax.lax.scan(solver, y0, None, length=steps)  # mistake
    return trajectory


def main() -> jax.Array:
    return solve(jnp.ones(3, jnp.float16), 4)
