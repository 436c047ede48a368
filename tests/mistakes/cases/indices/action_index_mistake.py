import jax
import jax.numpy as jnp

from promo_typing import Array

THRUST = (0.0, 0.5, 1.0)


def thrust(actions: Array[jnp.float32]) -> jax.Array:
    table = jnp.array(THRUST)
    return table[actions]  # mistake


def main() -> jax.Array:
    return thrust(jnp.array([0.0, 2.0]))
