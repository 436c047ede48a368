import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array


def shift_tokens(tokens: Array[jnp.int16], offset: int) -> Array[jnp.int16]:
    specials = np.array([offset, 2])
    return tokens + specials.max()  # mistake


def main() -> jax.Array:
    return shift_tokens(jnp.ones(4, jnp.int16), 3)
