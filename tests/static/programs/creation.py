"""Functions of jax.numpy that make arrays, and functions that are objects."""

import functools
from typing import assert_type

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array
from jax._src.numpy.scalar_types import weak_float, weak_int


def from_dtype(f32: Array[jnp.float32]) -> None:
    assert_type(jnp.zeros(3), Array[jnp.float32])
    assert_type(jnp.zeros(3, jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jnp.zeros(3, dtype=np.int8), Array[jnp.int8])
    assert_type(jnp.ones((2, 2), dtype="bfloat16"), Array[jnp.bfloat16])
    assert_type(jnp.empty(3, int), Array[jnp.int32])
    assert_type(jnp.eye(3, dtype=jnp.float16), Array[jnp.float16])
    assert_type(jnp.ones(3, f32.dtype), Array[jnp.float32])


def from_partial(key: Array) -> Array[jnp.bfloat16]:
    normal = functools.partial(jax.random.normal, dtype=jnp.bfloat16)
    zeros = functools.partial(jnp.zeros, dtype=jnp.bfloat16)
    x: Array[jnp.bfloat16] = zeros((3,))
    return normal(key, (3,)) + x


def from_value(bf16: Array[jnp.bfloat16]) -> None:
    assert_type(jnp.asarray(1), Array[weak_int])
    assert_type(jnp.asarray(1.0), Array[weak_float])
    assert_type(jnp.asarray(bf16), Array[jnp.bfloat16])
    assert_type(jnp.asarray(1.0, jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jnp.asarray(np.float64(1)), Array[jnp.float32])
    assert_type(jnp.full(3, 1.0), Array[weak_float])
    assert_type(jnp.full(3, 1.0, jnp.int8), Array[jnp.int8])
    assert_type(jnp.zeros_like(bf16), Array[jnp.bfloat16])
    assert_type(jnp.ones_like(bf16, dtype=jnp.int8), Array[jnp.int8])


def element_wise(
    b: Array[jnp.bool_], i8: Array[jnp.int8], bf16: Array[jnp.bfloat16], f16: Array[jnp.float16]
) -> None:
    assert_type(jnp.add(bf16, f16), Array[jnp.float32])
    assert_type(jnp.add(1, i8), Array[jnp.int8])
    assert_type(jnp.maximum(bf16, 0.0), Array[jnp.bfloat16])
    assert_type(jnp.exp(i8), Array[jnp.float32])
    assert_type(jnp.exp(bf16), Array[jnp.bfloat16])
    assert_type(jnp.where(b, bf16, 0.0), Array[jnp.bfloat16])
    assert_type(jnp.logical_not(i8), Array[jnp.bool_])


def combining(bf16: Array[jnp.bfloat16], f16: Array[jnp.float16], i8: Array[jnp.int8]) -> None:
    assert_type(jnp.sum(i8), Array[jnp.int32])
    assert_type(jnp.mean(i8), Array[jnp.float32])
    assert_type(jnp.concatenate([bf16, bf16]), Array[jnp.bfloat16])
    assert_type(jnp.stack([bf16, bf16]), Array[jnp.bfloat16])


def read(data: Array[jnp.int8]) -> None:
    """Arrays that NumPy reads are truncated to 32 bits without a warning."""
    assert_type(jnp.frombuffer(bytes(8)), Array[jnp.float32])
    assert_type(jnp.frombuffer(bytes(8), jnp.float64), Array[jnp.float32])
    assert_type(jnp.frombuffer(bytes(8), dtype=jnp.int8), Array[jnp.int8])
    assert_type(jnp.fromstring("1", dtype=jnp.int8, sep=" "), Array[jnp.int8])
    assert_type(jax.lax.empty(data.shape, jnp.bfloat16), Array[jnp.bfloat16])
