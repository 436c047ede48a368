"""Calls of JAX's functions with arguments that are unpacked from a tuple."""

from typing import reveal_type

import jax.numpy as jnp

b16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3))
bounds = (0.0, 1.0)
pair = (b16, f32)
same = (b16, b16)
made = ((3,), jnp.float16)


def between(low, high, count):
    ends = low, high
    return jnp.linspace(*ends, count)


def clipped(x):
    limits = -1, 1
    return jnp.clip(x, *limits)


reveal_type(between(0.5, 1.0, 4))
reveal_type(clipped(b16))
reveal_type(jnp.linspace(*bounds))
reveal_type(jnp.multiply(*pair))  # type: ignore[dtype-default-widening]
reveal_type(jnp.multiply(*same))
reveal_type(jnp.multiply(*(b16, 2)))
reveal_type(jnp.zeros(*made))
reveal_type(jnp.where(b16 > 0, *(b16, 0.5)))
reveal_type(jnp.arange(*(0, 3)))
reveal_type(jnp.arange(*(0, 3.5)))
reveal_type(jnp.multiply(*[b16, b16]))  # unknown: mypy does not tell how long a list is
