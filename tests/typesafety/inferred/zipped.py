"""The items of ``zip(*xs)`` for lists of unknown length."""

from typing import reveal_type

import jax.numpy as jnp

f32 = jnp.ones((4, 6))
i32 = jnp.arange(6)


def heads(x):
    parts = [jnp.split(each, 2, axis=-1) for each in jnp.split(x, 3, axis=-1)]
    return [q @ k.T + v.sum() for q, k, v in zip(*parts, strict=True)]


reveal_type(heads(f32)[0])
reveal_type(heads(f32.astype(jnp.bfloat16))[1])
rows = [(f32, f32 * 2), (f32, f32)]
first, second = zip(*rows, strict=True)
reveal_type(first[0])
reveal_type(second[1])
mixed = [(f32, i32), (f32, i32)]
floats, integers = zip(*mixed, strict=True)
reveal_type(floats[0])  # unknown: mypy has one type for all columns
for left, right in zip(*f32[:2], strict=True):
    reveal_type(left + right)
