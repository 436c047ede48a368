import jax
import jax.numpy as jnp

from promo_typing import Array


def normalize(x: Array[jnp.float16], eps: float = 1e-4) -> Array[jnp.float16]:
    length = jnp.sqrt((x * x).sum())
    return x / jnp.maximum(length, eps)


def main() -> jax.Array:
    return normalize(jnp.zeros(3, jnp.float16))[0].astype(jnp.float32)
