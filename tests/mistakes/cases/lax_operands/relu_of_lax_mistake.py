import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def relu(x: Array[jnp.float32]) -> Array[jnp.float32]:
    return lax.max(x, 0)  # mistake


def main() -> jax.Array:
    return relu(jnp.ones(4))
