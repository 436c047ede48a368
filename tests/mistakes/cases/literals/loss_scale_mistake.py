import jax
import jax.numpy as jnp

from promo_typing import Array


def scale_loss(loss: Array[jnp.float16]) -> Array[jnp.float16]:
    return loss * 2**16  # mistake


def main() -> jax.Array:
    return scale_loss(jnp.float16(1))
