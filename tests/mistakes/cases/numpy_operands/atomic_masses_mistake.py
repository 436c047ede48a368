import jax.numpy as jnp
import numpy as np

ATOMIC_MASSES = {"H": 1.008, "C": 12.011, "O": 15.999}


class System:
    def __init__(self, symbols, positions):
        self.masses = np.array([ATOMIC_MASSES[s] for s in symbols])  # mistake
        self.positions = positions
        self.velocities = jnp.zeros_like(positions)


def forces(x):
    return -jnp.sin(x)


def verlet(system, dt=0.01, steps=2):
    x, v = system.positions, system.velocities
    for _ in range(steps):
        a = forces(x) / system.masses[:, None]  # mistake
        v = v + a * dt  # mistake
        x = x + v * dt  # mistake
    return x


def main():
    return verlet(System(["O", "H", "H"], jnp.ones((3, 3), jnp.float16)))
