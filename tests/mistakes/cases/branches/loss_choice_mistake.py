import jax
import jax.numpy as jnp

from promo_typing import Array


def squared(error: Array[jnp.float32]) -> Array[jnp.float32]:
    return jnp.mean(error**2)


def absolute(error: Array[jnp.float32]) -> Array[jnp.float32]:
    return jnp.mean(jnp.abs(error))


def wrong(error: Array[jnp.float32]) -> Array[jnp.int32]:
    return jnp.count_nonzero(error)


def choose(which: Array[jnp.int32], error: Array[jnp.float32]) -> jax.Array:
    return jax.lax.switch(which, [squared, absolute, wrong], error)  # mistake


def main() -> jax.Array:
    return choose(jnp.int32(1), jnp.ones(4))
