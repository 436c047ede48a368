"""Operators between JAX arrays, and with Python scalars on either side."""

from typing import assert_type
from unittest import TestCase

import jax.numpy as jnp
from jax import Array
from jax._src.numpy.scalar_types import weak_complex, weak_float, weak_int


def arithmetic(
    b: Array[jnp.bool_],
    u8: Array[jnp.uint8],
    i8: Array[jnp.int8],
    i32: Array[jnp.int32],
    u32: Array[jnp.uint32],
    bf16: Array[jnp.bfloat16],
    f16: Array[jnp.float16],
    f32: Array[jnp.float32],
    c64: Array[jnp.complex64],
) -> None:
    assert_type(u8 + i8, Array[jnp.int16])
    assert_type(u32 * i8, Array[jnp.int32])
    assert_type(bf16 + f16, Array[jnp.float32])
    assert_type(i32 * bf16, Array[jnp.bfloat16])
    assert_type(b + b, Array[jnp.bool_])
    assert_type(i8 - b, Array[jnp.int8])
    assert_type(b - i8, Array[jnp.int8])
    assert_type(i8 / i8, Array[jnp.float32])
    assert_type(b / i8, Array[jnp.float32])
    assert_type(bf16 / i8, Array[jnp.bfloat16])
    assert_type(c64 / f32, Array[jnp.complex64])
    assert_type(b // b, Array[jnp.int32])
    assert_type(u8 // i8, Array[jnp.int16])
    assert_type(f32 // 2, Array[jnp.float32])
    assert_type(b % b, Array[jnp.int32])
    assert_type(f16 % i32, Array[jnp.float16])
    assert_type(f32**i8, Array[jnp.float32])
    assert_type(bf16**2, Array[jnp.bfloat16])
    assert_type(i8**2, Array[jnp.int8])
    assert_type(b**2, Array[jnp.int32])
    assert_type(i8**2.0, Array[weak_float])
    assert_type(2.0**bf16, Array[jnp.bfloat16])


def products(x: Array[jnp.bfloat16], y: Array[jnp.float16], i: Array[jnp.int8]) -> None:
    assert_type(x @ x, Array[jnp.bfloat16])
    assert_type(x @ y, Array[jnp.float32])
    assert_type(i @ x, Array[jnp.bfloat16])


def bits(
    b: Array[jnp.bool_], u8: Array[jnp.uint8], i8: Array[jnp.int8], i4: Array[jnp.int4]
) -> None:
    assert_type(u8 & i8, Array[jnp.int16])
    assert_type(b | i8, Array[jnp.int8])
    assert_type(b ^ b, Array[jnp.bool_])
    assert_type(i4 & 1, Array[jnp.int4])
    assert_type(u8 << 1, Array[jnp.uint8])
    assert_type(b << b, Array[jnp.int32])
    assert_type(i8 >> u8, Array[jnp.int16])
    assert_type(1 << u8, Array[jnp.uint8])


def unary(
    b: Array[jnp.bool_], i8: Array[jnp.int8], f16: Array[jnp.float16], c64: Array[jnp.complex64]
) -> None:
    assert_type(-i8, Array[jnp.int8])
    assert_type(+b, Array[jnp.bool_])
    assert_type(~b, Array[jnp.bool_])
    assert_type(~i8, Array[jnp.int8])
    assert_type(abs(c64), Array[jnp.float32])
    assert_type(abs(f16), Array[jnp.float16])


def comparisons(
    b: Array[jnp.bool_], i8: Array[jnp.int8], f16: Array[jnp.float16], c64: Array[jnp.complex64]
) -> None:
    assert_type(i8 < f16, Array[jnp.bool_])
    assert_type(i8 >= 2, Array[jnp.bool_])
    assert_type(i8 < 2.0, Array[jnp.bool_])
    assert_type(b == c64, Array[jnp.bool_])
    assert_type(b != 1j, Array[jnp.bool_])
    assert_type(b == None, bool)  # noqa: E711


def python_scalars(
    b: Array[jnp.bool_],
    i8: Array[jnp.int8],
    bf16: Array[jnp.bfloat16],
    c64: Array[jnp.complex64],
    f8: Array[jnp.float8_e4m3fn],
    i4: Array[jnp.int4],
) -> None:
    assert_type(b + True, Array[jnp.bool_])
    assert_type(b + 1, Array[weak_int])
    assert_type(b + 1.0, Array[weak_float])
    assert_type(i8 + True, Array[jnp.int8])
    assert_type(i8 + 1, Array[jnp.int8])
    assert_type(i8 + 1.0, Array[weak_float])
    assert_type(i8 + 1j, Array[weak_complex])
    assert_type(bf16 * 2.0, Array[jnp.bfloat16])
    assert_type(bf16 * 2j, Array[jnp.complex64])
    assert_type(c64 * 2j, Array[jnp.complex64])
    assert_type(f8 * 2.0, Array[jnp.float8_e4m3fn])
    assert_type(i4 * 2, Array[jnp.int4])
    assert_type(2 * i8, Array[jnp.int8])
    assert_type(2.0 * i8, Array[weak_float])
    assert_type(1 - b, Array[weak_int])
    assert_type(2 - i8, Array[jnp.int8])
    assert_type(1 / i8, Array[jnp.float32])
    assert_type(2j - bf16, Array[jnp.complex64])


def weak(
    wi: Array[weak_int],
    wf: Array[weak_float],
    wc: Array[weak_complex],
    i8: Array[jnp.int8],
    bf16: Array[jnp.bfloat16],
) -> None:
    assert_type(wi + wi, Array[weak_int])
    assert_type(wi + i8, Array[jnp.int8])
    assert_type(wi * wf, Array[weak_float])
    assert_type(wf + i8, Array[weak_float])
    assert_type(wf * bf16, Array[jnp.bfloat16])
    assert_type(wc * bf16, Array[jnp.complex64])
    assert_type(wi / wi, Array[weak_float])
    assert_type(-wf, Array[weak_float])
    assert_type(abs(wc), Array[weak_float])
    assert_type(wf**2, Array[weak_float])


def compared_by_protocol(f32: Array[jnp.float32], i8: Array[jnp.int8]) -> None:
    """``assertLess`` asks for ``SupportsDunderLT[T]``."""
    is_less, is_greater = TestCase().assertLess, TestCase().assertGreaterEqual
    is_less(f32.min() - 1, f32.max())
    is_less(f32.min() - 1, 1000.0)
    is_greater(i8.max(), i8.min())
