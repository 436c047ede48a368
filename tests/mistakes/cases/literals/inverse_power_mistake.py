import jax
import jax.numpy as jnp

from promo_typing import Array


def discount(steps: Array[jnp.int32]) -> jax.Array:
    return (steps + 1) ** -1  # mistake


def main() -> jax.Array:
    return discount(jnp.arange(4))
