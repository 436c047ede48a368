import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

STEPS = np.array([0.1, 0.2, 0.3], np.float32)


def minimise(gradient, x, tolerance=1e-3, limit=50):
    def unfinished(state):
        _, error, count = state
        return (error > tolerance) & (count < limit)

    def descend(state):
        x, _, count = state
        moved = x - STEPS * gradient(x)
        return moved, jnp.max(jnp.abs(moved - x)), count + 1

    start = x, jnp.full((), jnp.inf, x.dtype), 0
    return jax.lax.while_loop(unfinished, descend, start)[0]


def main() -> jax.Array:
    return minimise(lambda x: 2 * x, jnp.ones(3, jnp.float32))
