import jax
import jax.numpy as jnp

from promo_typing import Array


def product(x: Array[jnp.float8_e4m3fn], kernel: Array[jnp.float8_e4m3fn]) -> jax.Array:
    return x @ kernel  # mistake


def main() -> jax.Array:
    x = jnp.ones((8, 8), jnp.float8_e4m3fn)
    return product(x, x)
