import jax
import jax.numpy as jnp

from promo_typing import Array


def quantized_dense(x: Array[jnp.int8], kernel: Array[jnp.int8]) -> Array[jnp.int32]:
    return jnp.matmul(x, kernel)  # mistake


def main() -> jax.Array:
    return quantized_dense(jnp.ones((2, 8), jnp.int8), jnp.ones((8, 2), jnp.int8))
