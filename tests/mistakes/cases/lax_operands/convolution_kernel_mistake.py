import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def convolve(images: Array[jnp.bfloat16], kernel: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return lax.conv(images, kernel, (1, 1), "SAME")  # mistake


def main() -> jax.Array:
    return convolve(jnp.ones((1, 1, 4, 4), jnp.bfloat16), jnp.ones((1, 1, 2, 2)))
