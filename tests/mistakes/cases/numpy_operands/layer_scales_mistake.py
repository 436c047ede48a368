import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

WIDTHS = [4, 16, 64]
SCALES = [1 / np.sqrt(width) for width in WIDTHS]


def forward(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    for scale in SCALES:
        x = jax.nn.relu(x) * scale  # mistake
    return x  # mistake


def main() -> jax.Array:
    return forward(jnp.ones((2, 4), jnp.bfloat16))
