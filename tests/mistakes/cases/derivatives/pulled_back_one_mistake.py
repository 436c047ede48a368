import jax
import jax.numpy as jnp

from promo_typing import Array


def total(x: Array[jnp.float16]) -> Array[jnp.float16]:
    return x.sum()


def pull_back(x: Array[jnp.float16]) -> jax.Array:
    out, pull = jax.vjp(total, x)
    (gradient,) = pull(jnp.ones(out.shape))  # mistake
    return gradient


def main() -> jax.Array:
    return pull_back(jnp.ones(5, jnp.float16))
