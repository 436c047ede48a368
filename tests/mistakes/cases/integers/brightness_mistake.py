import jax
import jax.numpy as jnp

from promo_typing import Array


def brighten(image: Array[jnp.uint8], percent: int) -> jax.Array:
    return image * percent / 100  # mistake


def main() -> jax.Array:
    return brighten(jnp.full(2, 7, jnp.uint8), 50)
