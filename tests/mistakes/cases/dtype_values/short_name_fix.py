import jax
import jax.numpy as jnp

from promo_typing import Array


def to_compute_dtype(x: Array[jnp.float32]) -> jax.Array:
    return x.astype("bfloat16")


def main() -> jax.Array:
    return to_compute_dtype(jnp.ones(3))
