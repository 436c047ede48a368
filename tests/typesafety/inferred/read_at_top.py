"""Functions that are called from the top of a module use the latest values of its variables."""

from __future__ import annotations

import functools
from typing import reveal_type

import jax
import jax.numpy as jnp

i8 = jnp.zeros(3, jnp.int8)
u8 = jnp.zeros(3, jnp.uint8)
f32 = jnp.zeros(3)


def scaled(x):
    return scale * x


def around(x):
    return scaled(x)


class Model:
    def run(self, x):
        return scale * x

    def again(self, x):
        return self.run(x)


def applied(function, x):
    return function(x)


def used(x):
    return hook(x)


def scaler(rate):
    def inner(x):
        return x * rate

    return inner


scale = jnp.zeros(3, jnp.float16)
hook = scaler(scale)
reveal_type(scaled(i8))
reveal_type(around(i8))
reveal_type(Model().again(i8))
reveal_type(applied(around, i8))
reveal_type(used(i8))
reveal_type(jax.vmap(scaled)(i8))
reveal_type(jax.vmap(lambda x: around(x))(i8))
scale = scale.astype(jnp.float32)
hook = functools.partial(jnp.add, f32)
reveal_type(scaled(i8))
reveal_type(around(i8))
reveal_type(Model().again(i8))
reveal_type(applied(around, i8))
reveal_type(used(i8))
reveal_type(jax.vmap(scaled)(i8))
reveal_type(jax.vmap(lambda x: around(x))(i8))
scale = jnp.asarray(2.0)
reveal_type(scaled(u8))
reveal_type(around(u8))
scale += jnp.zeros(3, jnp.bfloat16)
reveal_type(around(u8))
for scale in (i8, i8):  # noqa: B007 (`around` uses it)
    reveal_type(around(u8))
