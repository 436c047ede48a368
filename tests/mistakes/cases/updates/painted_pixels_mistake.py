import jax
import jax.numpy as jnp

from promo_typing import Array


def paint(image: Array[jnp.uint8], box: tuple[int, int]) -> Array[jnp.uint8]:
    top, bottom = box
    return image.at[top:bottom].set(0.5)  # mistake


def main() -> jax.Array:
    return paint(jnp.zeros((4, 4), jnp.uint8), (1, 3))
