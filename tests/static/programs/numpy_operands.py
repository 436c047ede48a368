"""NumPy scalars and arrays as operands: they are not weak, and 64 bits become 32."""

from typing import assert_type

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array


def scalars(
    b: Array[jnp.bool_],
    i8: Array[jnp.int8],
    bf16: Array[jnp.bfloat16],
    f32: Array[jnp.float32],
    f8: Array[jnp.float8_e4m3fn],
) -> None:
    assert_type(bf16 * np.float32(2), Array[jnp.float32])
    assert_type(bf16 * np.float64(2), Array[jnp.float32])
    assert_type(bf16 * np.complex128(2), Array[jnp.complex64])
    assert_type(bf16 * np.int64(2), Array[jnp.bfloat16])
    assert_type(bf16 / np.float16(2), Array[jnp.float32])
    assert_type(i8 + np.int64(2), Array[jnp.int32])
    assert_type(i8 + np.uint8(2), Array[jnp.int16])
    assert_type(b + np.bool_(True), Array[jnp.bool_])
    assert_type(b - np.float64(2), Array[jnp.float32])
    assert_type(f32 < np.float64(2), Array[jnp.bool_])
    assert_type(f8 * np.int8(2), Array[jnp.float8_e4m3fn])
    print(f8 * np.float64(2))  # error
    print(f8 * np.float32(2))  # error


def arrays(
    bf16: Array[jnp.bfloat16],
    i8: Array[jnp.int8],
    n32: npt.NDArray[np.float32],
    n64: npt.NDArray[np.float64],
    ni: npt.NDArray[np.int64],
) -> None:
    assert_type(bf16 * n32, Array[jnp.float32])
    assert_type(bf16 * n64, Array[jnp.float32])
    assert_type(i8 + ni, Array[jnp.int32])
    assert_type(i8 == ni, Array[jnp.bool_])


def on_the_left(bf16: Array[jnp.bfloat16], i8: Array[jnp.int8]) -> None:
    assert_type(np.float32(2) * bf16, Array[jnp.float32])
    assert_type(np.int64(2) + i8, Array[jnp.int32])
    assert_type(np.float64(2) * bf16, Array[jnp.float32])


def calls_inside() -> None:
    """A call of NumPy as an operand has the dtype that it has alone."""
    assert_type(jnp.asarray(np.arange(3, dtype=np.float32)), Array[jnp.float32])
    assert_type(jnp.array(np.arange(3, dtype=np.int8)), Array[jnp.int8])
    assert_type(jnp.array(np.zeros(3, np.float32)), Array[jnp.float32])
    assert_type(jnp.zeros_like(np.ones((3, 2), dtype=np.int32)), Array[jnp.int32])
    assert_type(jnp.cumsum(np.arange(3, dtype=np.int8)), Array[jnp.int8])
    assert_type(jax.lax.sin(np.arange(3, dtype=np.float32)), Array[jnp.float32])
    assert_type(jax.nn.sigmoid(np.full(3, 2, np.float16)), Array[jnp.float16])
    assert_type(jnp.add(np.zeros(3, np.int8), np.arange(3, dtype=np.float32)), Array[jnp.float32])
