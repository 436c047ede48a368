import jax
import jax.numpy as jnp

from promo_typing import Array

traces = 0


def learning_rate(step: int) -> jax.Array:
    if step < 2:
        return jnp.full((), 1e-3)  # mistake
    return jnp.float32(1e-3) / step


@jax.jit
def train_step(param: Array[jnp.float32], rate: jax.Array) -> jax.Array:
    global traces
    traces += 1
    return param - rate * param


def main() -> int:
    param = jnp.ones(3)
    for step in range(4):
        param = train_step(param, learning_rate(step))
    return traces
