import jax
import jax.numpy as jnp

from promo_typing import Array

traces = 0


@jax.jit
def add(total: jax.Array | float, x: Array[jnp.float32]) -> jax.Array:
    global traces
    traces += 1
    return total + x


def main() -> int:
    total: jax.Array | float = 0.0
    for x in jnp.ones(3):
        total = add(total, x)  # mistake
    return traces
