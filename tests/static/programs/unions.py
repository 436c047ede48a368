"""Unions of arrays and scalars: each member is promoted on its own."""

from typing import assert_type

import jax.numpy as jnp
from jax import Array


def with_scalar(x: Array[jnp.float32], y: Array[jnp.float32] | float) -> None:
    assert_type(x + y, Array[jnp.float32])
    assert_type(y + x, Array[jnp.float32])


def of_arrays(w: Array[jnp.float16] | Array[jnp.bfloat16], f32: Array[jnp.float32]) -> None:
    assert_type(w * 2.0, Array[jnp.float16] | Array[jnp.bfloat16])
    assert_type(w + f32, Array[jnp.float32])
    assert_type(f32 + w, Array[jnp.float32])
    assert_type(w + w, Array[jnp.float16] | Array[jnp.bfloat16] | Array[jnp.float32])
    assert_type(w.sum(), Array[jnp.float16] | Array[jnp.bfloat16])


def one_is_refused(x: Array[jnp.float32] | Array[jnp.int8], i8: Array[jnp.int8]) -> None:
    print(x & i8)  # error
