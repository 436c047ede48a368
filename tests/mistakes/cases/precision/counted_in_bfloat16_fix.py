import jax
import jax.numpy as jnp

from promo_typing import Array


def hits(scores: Array[jnp.float32]) -> jax.Array:
    return jnp.sum((scores > 0).astype(jnp.int32))


def main() -> jax.Array:
    return hits(jnp.ones(1828))
