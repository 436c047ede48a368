"""Dtype classes as values: defaults of ``jnp.dtype``, choices at run time, NumPy's functions."""

import dataclasses
from typing import assert_type

import jax.numpy as jnp
import numpy as np
from jax import Array


@dataclasses.dataclass
class Layer:
    dtype: jnp.dtype = jnp.float32
    param_dtype: np.dtype | None = jnp.bfloat16


def initialized(dtype: jnp.dtype = jnp.float32) -> jnp.dtype:
    print(jnp.zeros(3, dtype))
    return jnp.int8 if dtype == jnp.float32 else dtype


def given() -> None:
    Layer(jnp.bfloat16, param_dtype=None)
    initialized(jnp.bfloat16)
    initialized(jnp.zeros(3).dtype)
    initialized(np.dtype("float32"))
    assert_type(jnp.float32.dtype, np.dtype[jnp.float32])


def chosen(half: bool, f32: Array[jnp.float32], f16: Array[jnp.float16]) -> None:
    """Neither of the two dtypes is said to be the only one, also if NumPy lacks one of them."""
    extension = jnp.bfloat16 if half else jnp.float32
    f32 = jnp.zeros(3, extension)  # error
    of_numpy = jnp.float16 if half else jnp.float32
    f16 = jnp.ones(3).astype(of_numpy)  # error
    print(f32, f16)


def of_numpy() -> None:
    ones = np.ones(3, jnp.int8)
    assert_type(jnp.asarray(ones), Array[jnp.int8])
    assert_type(jnp.ones(3, jnp.bfloat16) + ones, Array[jnp.bfloat16])
    print(ones.astype(jnp.float16), ones.sum(dtype=jnp.float32))


given()
of_numpy()
