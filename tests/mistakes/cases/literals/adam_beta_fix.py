import jax
import jax.numpy as jnp

from promo_typing import Array


def second_moment(nu: Array[jnp.float32], grad: Array[jnp.bfloat16]) -> Array[jnp.float32]:
    return 0.999 * nu + 0.001 * grad.astype(jnp.float32) ** 2


def main() -> jax.Array:
    nu = jnp.ones((), jnp.float32)
    return second_moment(nu, jnp.zeros((), jnp.bfloat16))
