import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def pick(
    first: Array[jnp.bool_], sample: Array[jnp.bfloat16], previous: Array[jnp.float32]
) -> Array[jnp.bfloat16]:
    return lax.select(first, sample, previous)  # mistake


def main() -> jax.Array:
    return pick(jnp.bool_(True), jnp.ones(4, jnp.bfloat16), jnp.ones(4))
