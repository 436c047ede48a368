import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

MAX_LENGTH, WIDTH = 32, 8
ANGLES = np.arange(MAX_LENGTH)[:, None] / 10_000 ** (np.arange(0, WIDTH, 2) / WIDTH)
TABLE = np.concatenate([np.sin(ANGLES), np.cos(ANGLES)], axis=-1)


def add_positions(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x + TABLE[: x.shape[0]]  # mistake


def main() -> jax.Array:
    return add_positions(jnp.ones((4, WIDTH), jnp.bfloat16))
