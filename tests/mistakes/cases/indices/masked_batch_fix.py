import jax
import jax.numpy as jnp

from promo_typing import Array


def valid(images: Array[jnp.float32], mask: Array[jnp.int32]) -> jax.Array:
    return images[mask > 0]


def main() -> jax.Array:
    return valid(jnp.array([2.0, 1.0, 3.0]), jnp.array([1, 0, 1]))
