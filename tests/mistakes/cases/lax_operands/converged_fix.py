import jax
import jax.numpy as jnp

from promo_typing import Array


def countdown(start: Array[jnp.int32]) -> Array[jnp.int32]:
    return jax.lax.while_loop(lambda n: n > 0, lambda n: n - 1, start)


def main() -> jax.Array:
    return countdown(jnp.int32(3))
