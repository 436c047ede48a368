import jax
import jax.numpy as jnp

from promo_typing import Array


def advance(head: Array[jnp.uint32], steps: Array[jnp.int32]) -> Array[jnp.uint32]:
    return head + steps.astype(head.dtype)


def main() -> jax.Array:
    return advance(jnp.uint32(7), jnp.int32(1))
