import jax
import jax.numpy as jnp

from promo_typing import Array


def boundary(valid: Array[jnp.bool_]) -> Array[jnp.bool_]:
    dilated = valid | jnp.roll(valid, 1)
    return dilated - valid  # mistake


def main() -> jax.Array:
    return boundary(jnp.array([True, False, True]))
