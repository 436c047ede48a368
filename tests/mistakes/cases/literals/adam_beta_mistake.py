import jax
import jax.numpy as jnp

from promo_typing import Array


def second_moment(nu: Array[jnp.bfloat16], grad: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return 0.999 * nu + 0.001 * grad**2  # mistake


def main() -> jax.Array:
    nu = jnp.ones((), jnp.bfloat16)
    return second_moment(nu, jnp.zeros((), jnp.bfloat16)).astype(jnp.float32)
