"""Comparisons of dtypes decide the branches of a function for the dtypes of a call."""

from typing import reveal_type

import jax.numpy as jnp


def widened(x):
    if x.dtype == jnp.bfloat16:
        x = x.astype(jnp.float32)
    return x


def either(x):
    if x.dtype != "float32":
        return x.astype(jnp.int8)
    return x


def member(x):
    if x.dtype in (jnp.float16, jnp.bfloat16):
        return x.astype(jnp.float32)
    if x.dtype.kind in "iu":
        return x.astype(jnp.float16)
    return x


def made(shape, dtype=jnp.float32):
    if dtype == jnp.bfloat16 and len(shape) > 0:
        return jnp.zeros(shape, jnp.float32)
    return jnp.ones(shape, dtype) if dtype != jnp.int8 else jnp.ones(shape, jnp.int32)


def optional(x, dtype=None):
    if dtype is None or dtype == jnp.float32:
        return x
    return x.astype(jnp.int16) if dtype != jnp.int8 else x.astype(dtype)


def mode(x, how="a"):
    if how in ("b", "c"):
        return x.astype(jnp.int32)
    return x


HALVES = (jnp.float16, jnp.bfloat16)


def named(x, how="a"):
    if x.dtype in HALVES and x.dtype.name == "float16":
        return x.astype(jnp.int16)
    return x.astype(jnp.int8) if x.dtype in HALVES else x


def limit(x):
    dt = x.dtype
    if dt in (jnp.int32, jnp.int8):
        return jnp.iinfo(dt).max
    assert dt.itemsize == 4
    if dt.itemsize != 4:
        return x.astype(jnp.int8)
    return jnp.finfo(dt).max * x


reveal_type(widened(jnp.ones(3, jnp.bfloat16)))
reveal_type(widened(jnp.ones(3, jnp.float16)))
reveal_type(either(jnp.ones(3, jnp.float32)))
reveal_type(either(jnp.ones(3, jnp.float16)))
reveal_type(member(jnp.ones(3, jnp.float16)))
reveal_type(member(jnp.ones(3, jnp.int32)))
reveal_type(member(jnp.ones(3, jnp.complex64)))
reveal_type(made((3,)))
reveal_type(made((3,), jnp.int8))
reveal_type(made((3,), jnp.int16))
reveal_type(mode(jnp.ones(3)))
reveal_type(mode(jnp.ones(3), "c"))
reveal_type(named(jnp.ones(3, jnp.bfloat16)))
reveal_type(named(jnp.ones(3, jnp.float16)))
reveal_type(named(jnp.ones(3)))
reveal_type(limit(jnp.ones(3)))
reveal_type(optional(jnp.ones(3)))
reveal_type(optional(jnp.ones(3), jnp.int8))
reveal_type(optional(jnp.ones(3), "bfloat16"))
