from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array

traces = 0


class Data(NamedTuple):
    time: jax.Array
    velocity: Array[jnp.float32]


@jax.jit
def step(data: Data) -> Data:
    global traces
    traces += 1
    return Data(data.time + 0.002 * data.velocity[0], data.velocity * 0.9)


def main() -> int:
    data = Data(jnp.float32(0), jnp.ones(3))
    for _ in range(3):
        data = step(data)
    return traces
