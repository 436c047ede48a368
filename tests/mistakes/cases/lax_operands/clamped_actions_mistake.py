import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def bound(action: Array[jnp.bfloat16], limit: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return lax.clamp(-limit, action, limit)  # mistake


def main() -> jax.Array:
    return bound(jnp.ones(3, jnp.bfloat16), jnp.ones(3))
