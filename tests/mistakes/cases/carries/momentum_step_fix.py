from functools import partial

import jax
import jax.numpy as jnp

from promo_typing import Array


def step(decay, momentum, grad):  # type: ignore[no-untyped-def]
    momentum = decay * momentum + grad
    return momentum, None


def average(params: Array[jnp.bfloat16], grads: Array[jnp.float32]) -> jax.Array:
    momentum, _ = jax.lax.scan(partial(step, 0.9), jnp.zeros_like(params, grads.dtype), grads)
    return momentum


def main() -> jax.Array:
    return average(jnp.ones(3, jnp.bfloat16), jnp.ones((4, 3), jnp.float32))
