import jax
import jax.numpy as jnp

from promo_typing import Array

traces = 0


def init() -> jax.Array:
    return jnp.asarray(0.0)  # mistake


@jax.jit
def update(average: jax.Array, loss: Array[jnp.float32]) -> jax.Array:
    global traces
    traces += 1
    return 0.9 * average + 0.1 * loss


def main() -> int:
    average = init()
    for _ in range(3):
        average = update(average, jnp.float32(1))
    return traces
