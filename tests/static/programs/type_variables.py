"""Functions that are generic in a dtype."""

from typing import TypeVar, assert_type

import jax.numpy as jnp
import numpy as np
from jax import Array

FloatT = TypeVar("FloatT", bound=jnp.floating)
NumberT = TypeVar("NumberT", bound=jnp.number)
ScalarT = TypeVar("ScalarT", bound=jnp.generic)
FreeT = TypeVar("FreeT")
HalfT = TypeVar("HalfT", jnp.bfloat16, jnp.float16)


def floating(x: Array[FloatT], y: Array[FloatT]) -> Array[FloatT]:
    assert_type(x + y, Array[FloatT])
    assert_type(x.T, Array[FloatT])
    print(x * 2, x * 2.0, 2.0 - x, -x, x**2, x / y, x < y, x * np.float32(2), x.dtype)
    return x * 2.0


def number(x: Array[NumberT]) -> Array[NumberT]:
    print(x * 2, x / 2, -x, x - x, x.sum())
    return x + x


def scalar(x: Array[ScalarT]) -> Array[ScalarT]:
    print(x * 2, x == x, x.astype(x.dtype))
    return x[0]


def free(x: Array[FreeT], y: Array[FreeT]) -> Array[FreeT]:
    print(x * 2, x - 2.0, x + np.float32(2), x == y)
    return x + y


def constrained(x: Array[HalfT]) -> Array[HalfT]:
    return x * 2.0 + x


def callers(bf16: Array[jnp.bfloat16], f32: Array[jnp.float32], i8: Array[jnp.int8]) -> None:
    assert_type(floating(bf16, bf16), Array[jnp.bfloat16])
    assert_type(number(i8), Array[jnp.int8])
    assert_type(scalar(f32), Array[jnp.float32])
    assert_type(free(f32, f32), Array[jnp.float32])
    assert_type(constrained(bf16), Array[jnp.bfloat16])
    print(floating(i8, i8))  # error
    print(constrained(f32))  # error
