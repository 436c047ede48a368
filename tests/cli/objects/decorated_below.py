"""Decorated functions below the first call of their module, in which an object is made."""

import functools
from typing import reveal_type

import jax
import jax.numpy as jnp


class Scale:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return x * self.factor


def doubled(scale):
    return Scale(scale.factor * 2)


half = doubled(Scale(jnp.full(3, 0.25, jnp.bfloat16)))
whole = doubled(Scale(jnp.full(3, 0.5)))


@jax.jit
def squared(x):
    return half(x) ** 2


@functools.partial(jax.jit, static_argnums=1)
def shifted(x, count):
    return whole(x) + count


x = jnp.ones(3, jnp.bfloat16)
reveal_type(squared(x))
reveal_type(shifted(x, 2))
for _ in range(2):
    x = squared(x)
reveal_type(x)
