import jax
import jax.numpy as jnp

from promo_typing import Array


def euler(state: Array[jnp.complex64], step: Array[jnp.float32]) -> Array[jnp.complex64]:
    return state + jax.lax.mul(step, state)  # mistake


def main() -> jax.Array:
    return euler(jnp.ones((), jnp.complex64), jnp.float32(0.1))
