"""Calls that JAX refuses: every checker must report exactly the lines marked `error`."""

import jax.numpy as jnp
from jax import Array


def no_common_dtype(
    f8: Array[jnp.float8_e4m3fn],
    f8b: Array[jnp.float8_e5m2],
    f32: Array[jnp.float32],
    i4: Array[jnp.int4],
    i8: Array[jnp.int8],
) -> None:
    print(f8 + f32)  # error
    print(f32 * f8)  # error
    print(f8 - f8b)  # error
    print(i4 + i8)  # error
    print(i4 * 1.0)  # error
    print(1.0 * i4)  # error
    print(f8 * 1j)  # error
    print(f8 < f32)  # error
    print(f8 == f32)  # error
    print(f8 != f32)  # error
    print(f8 @ f32)  # error


def wrong_kind(
    b: Array[jnp.bool_], f32: Array[jnp.float32], c64: Array[jnp.complex64], i8: Array[jnp.int8]
) -> None:
    print(f32 & f32)  # error
    print(f32 | 1)  # error
    print(1 ^ f32)  # error
    print(i8 & f32)  # error
    print(f32 << 1)  # error
    print(i8 >> 1.0)  # error
    print(~f32)  # error
    print(~c64)  # error
    print(-b)  # error
    print(b - b)  # error
    print(b - True)  # error
    print(c64 // 2)  # error
    print(c64 % c64)  # error


def no_array(f32: Array[jnp.float32]) -> None:
    print(f32 + "1")  # error
    print(f32 + None)  # error
    print(f32 - [1.0])  # error
    print((1.0,) - f32)  # error
