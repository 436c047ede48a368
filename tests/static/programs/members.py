"""Methods and properties of arrays."""

from typing import assert_type

import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array
from jax._src.numpy.scalar_types import weak_float, weak_int


def properties(c64: Array[jnp.complex64], i8: Array[jnp.int8], wf: Array[weak_float]) -> None:
    assert_type(c64.real, Array[jnp.float32])
    assert_type(c64.imag, Array[jnp.float32])
    assert_type(i8.real, Array[jnp.int8])
    assert_type(wf.real, Array[weak_float])
    assert_type(i8.T, Array[jnp.int8])
    assert_type(i8.ndim, int)
    assert_type(i8.shape, tuple[int, ...])
    assert_type(i8.weak_type, bool)


def dtype(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    assert_type(f32.dtype, np.dtype[jnp.float32])
    assert_type(bf16.astype(f32.dtype), Array[jnp.float32])
    assert_type(f32.astype(bf16.dtype), Array[jnp.bfloat16])


def further_operands(
    i8: Array[jnp.int8], bf16: Array[jnp.bfloat16], f32: Array[jnp.float32], i4: Array[jnp.int4]
) -> None:
    assert_type(bf16.clip(0, 1), Array[jnp.bfloat16])
    assert_type(bf16.clip(max=f32), Array[jnp.float32])
    assert_type(i8.clip(None, 0.5), Array[weak_float])
    assert_type(i4.clip(0, i4), Array[jnp.int4])
    assert_type(bf16.dot(f32), Array[jnp.float32])
    assert_type(i8.dot(i8, preferred_element_type=jnp.int32), Array[jnp.int32])
    assert_type(bf16.at[0].get(mode="fill", fill_value=0), Array[jnp.bfloat16])


def astype(f32: Array[jnp.float32], dtype_of_numpy: np.dtype[np.int8]) -> None:
    assert_type(f32.astype(jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(f32.astype(jnp.float8_e4m3fn), Array[jnp.float8_e4m3fn])
    assert_type(f32.astype(jnp.bool_), Array[jnp.bool_])
    assert_type(f32.astype(np.int8), Array[jnp.int8])
    assert_type(f32.astype(np.float16), Array[jnp.float16])
    assert_type(f32.astype(dtype_of_numpy), Array[jnp.int8])
    assert_type(f32.astype("bfloat16"), Array[jnp.bfloat16])
    assert_type(f32.astype("uint8"), Array[jnp.uint8])
    assert_type(f32.astype(bool), Array[jnp.bool_])
    assert_type(f32.astype(int), Array[jnp.int32])
    assert_type(f32.astype(float), Array[jnp.float32])
    assert_type(f32.astype(complex), Array[jnp.complex64])
    assert_type(f32.astype(None), Array[jnp.float32])
    assert_type(f32.view(jnp.int32), Array[jnp.int32])
    assert_type(f32.view(), Array[jnp.float32])


def reductions(
    b: Array[jnp.bool_],
    i8: Array[jnp.int8],
    bf16: Array[jnp.bfloat16],
    f32: Array[jnp.float32],
    c64: Array[jnp.complex64],
    wi: Array[weak_int],
) -> None:
    assert_type(i8.sum(), Array[jnp.int32])
    assert_type(b.sum(), Array[jnp.int32])
    assert_type(bf16.sum(axis=0), Array[jnp.bfloat16])
    assert_type(wi.sum(), Array[jnp.int32])
    assert_type(bf16.sum(dtype=jnp.float32), Array[jnp.float32])
    assert_type(bf16.sum(dtype="float32"), Array[jnp.float32])
    assert_type(f32.sum(dtype=bf16.dtype), Array[jnp.bfloat16])
    assert_type(i8.prod(), Array[jnp.int32])
    assert_type(i8.cumsum(), Array[jnp.int8])
    assert_type(i8.mean(), Array[jnp.float32])
    assert_type(bf16.mean(), Array[jnp.bfloat16])
    assert_type(c64.std(), Array[jnp.float32])
    assert_type(i8.max(), Array[jnp.int8])
    assert_type(f32.argmax(), Array[jnp.int32])
    assert_type(f32.any(), Array[jnp.bool_])


def same_dtype(bf16: Array[jnp.bfloat16]) -> None:
    assert_type(bf16[0], Array[jnp.bfloat16])
    assert_type(bf16.reshape(2, 2), Array[jnp.bfloat16])
    assert_type(bf16.ravel(), Array[jnp.bfloat16])
    assert_type(bf16.flatten(), Array[jnp.bfloat16])
    assert_type(bf16.conj(), Array[jnp.bfloat16])
    assert_type(bf16.copy(), Array[jnp.bfloat16])
    assert_type(bf16.sort(), Array[jnp.bfloat16])
    assert_type(bf16.swapaxes(0, 1), Array[jnp.bfloat16])
    assert_type(bf16.take(0), Array[jnp.bfloat16])
    assert_type(bf16.repeat(2), Array[jnp.bfloat16])


def index_updates(i8: Array[jnp.int8], bf16: Array[jnp.bfloat16], f32: Array[jnp.float32]) -> None:
    assert_type(bf16.at[0].set(2.0), Array[jnp.bfloat16])
    assert_type(bf16.at[0].set(f32[0]), Array[jnp.bfloat16])
    assert_type(bf16.at[0].add(1), Array[jnp.bfloat16])
    assert_type(f32.at[0].get(), Array[jnp.float32])
    assert_type(i8.at[0].multiply(2), Array[jnp.int8])
    assert_type(i8.at[0].divide(2), Array[jnp.float32])
    assert_type(f32.at[0].divide(2), Array[jnp.float32])


def to_python(
    b: Array[jnp.bool_], i8: Array[jnp.int8], f32: Array[jnp.float32], c64: Array[jnp.complex64]
) -> None:
    assert_type(b[0, 0].item(), bool)
    assert_type(i8[0, 0].item(), int)
    assert_type(f32[0, 0].item(), float)
    assert_type(c64[0, 0].item(), complex)
    assert_type(len(f32), int)


def to_numpy(f32: Array[jnp.float32]) -> None:
    assert_type(np.asarray(f32), npt.NDArray[jnp.float32])


def iteration(bf16: Array[jnp.bfloat16]) -> None:
    for row in bf16:
        assert_type(row, Array[jnp.bfloat16])
    first, second = bf16
    assert_type(first + second, Array[jnp.bfloat16])


def scalar_types() -> None:
    assert_type(jnp.float32(1), Array[jnp.float32])
    assert_type(jnp.bfloat16(1) * 2.0, Array[jnp.bfloat16])
    assert_type(jnp.bool_(True), Array[jnp.bool_])


def subtyping(bf16: Array[jnp.bfloat16], wf: Array[weak_float], x: Array) -> None:
    floating: Array[jnp.floating] = bf16
    inexact: Array[jnp.inexact] = floating
    default: Array[jnp.float32] = wf
    unknown: Array[jnp.int8] = x
    wrong: Array[jnp.float32] = bf16  # error
    print(inexact, default, unknown, wrong)
