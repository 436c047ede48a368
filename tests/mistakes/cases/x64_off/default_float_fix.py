import jax
import jax.numpy as jnp

from promo_typing import Array


def to_float(field: Array[jnp.int32]) -> Array[jnp.float32]:
    return field.astype(float)


def main() -> jax.Array:
    return to_float(jnp.arange(3))
