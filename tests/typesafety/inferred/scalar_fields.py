"""Fields that hold NumPy or Python scalars, of objects that are no pytrees."""

from typing import reveal_type

import jax.numpy as jnp
import numpy as np

i32 = jnp.ones(3, jnp.int32)
bf16 = jnp.ones(3, jnp.bfloat16)


class Attention:
    def __init__(self, size):
        self.c1scale = 1 / np.sqrt(size)
        self.c1bias = 0.5

    def scaled(self, x):
        return x * self.c1scale

    def shifted(self, x):
        return x + self.c1bias


reveal_type(Attention(64).scaled(i32))
reveal_type(Attention(64).shifted(bf16))


class Either:
    def __init__(self, scale):
        self.c2scale = scale

    def __call__(self, x):
        return x * self.c2scale


def scaled_by_python():
    return Either(0.5)(i32)


def scaled_by_numpy():
    return Either(np.float32(0.5))(i32)


reveal_type(scaled_by_python())  # unknown: numbers of Python have one type in all objects
reveal_type(scaled_by_numpy())
