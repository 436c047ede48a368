"""Branches that depend on a dtype: a branch that is never reached is not checked."""

import contextlib
from typing import reveal_type

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

f32 = jnp.ones(3)
c64 = jnp.ones(3, jnp.complex64)
bf16 = jnp.ones(3, jnp.bfloat16)
i32 = jnp.arange(3)


def squared(x):
    if jnp.iscomplexobj(x):
        return lax.square(lax.real(x)) + lax.square(lax.imag(x))
    return lax.square(x)


def squared_at_once(x):
    return lax.real(x * lax.conj(x)) if not np.isrealobj(x) else lax.integer_pow(x, 2)


reveal_type(squared(f32))
reveal_type(squared(c64))
reveal_type(squared(jnp.full(3, 1.0)))
reveal_type(jax.jit(squared)(bf16))
squared(f32 if f32.size else c64)
reveal_type(squared_at_once(f32))
reveal_type(squared_at_once(c64))
reveal_type(squared_at_once(i32))


def as_floats(x):
    if not jnp.issubdtype(x.dtype, jnp.inexact):
        x = x.astype(jnp.float32)
    elif x.size and jax.dtypes.issubdtype(x.dtype, np.complexfloating):
        x = lax.imag(x)
    return x


reveal_type(as_floats(bf16))
reveal_type(as_floats(i32))


def is_large(x):
    of_imaginary = jnp.iscomplexobj(x) and lax.imag(x).any()
    return jnp.where(x.size, x, x), of_imaginary


reveal_type(is_large(f32)[0])


def refused(x):
    if not jnp.issubdtype(x.dtype, jnp.complexfloating):
        raise TypeError(x.dtype)
    return lax.imag(x)


def asserted(x):
    assert jnp.iscomplexobj(x)
    return lax.imag(x)


with contextlib.suppress(TypeError):
    refused(f32)
with contextlib.suppress(AssertionError):
    asserted(f32)
reveal_type(refused(c64))
reveal_type(asserted(c64))


def lowest(x):
    if x.dtype.kind == "f":
        return jnp.full(2, -jnp.inf, x.dtype)
    if x.dtype.kind in ("i", "u"):
        return jnp.full(2, jnp.iinfo(x.dtype).min, x.dtype)
    return lax.real(x) if x.dtype.kind == "c" else x


reveal_type(lowest(f32))
reveal_type(lowest(i32))
reveal_type(lowest(c64))
reveal_type(lowest(jnp.full(3, 1.0)))
