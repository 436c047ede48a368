import jax
import numpy as np


def draw(key: jax.Array, count: int) -> jax.Array:
    return jax.random.uniform(key, (count,), dtype=np.float64)  # mistake


def main() -> jax.Array:
    return draw(jax.random.key(0), 4)
