import sys

import jax
import jax.numpy as jnp


def nearest(distances: jax.Array, valid: jax.Array) -> jax.Array:
    order = jnp.where(valid, jnp.arange(distances.size), sys.maxsize)  # mistake
    return order.min()


def main() -> jax.Array:
    return nearest(jnp.ones(3), jnp.ones(3, bool))
