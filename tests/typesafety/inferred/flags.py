"""Flags and modes that a call gives decide the branches of a function."""

from functools import partial
from typing import reveal_type

import jax
import jax.numpy as jnp

f32 = jnp.ones(3, jnp.float32)


def cast(x, half=False):
    if half:
        return x.astype(jnp.bfloat16)
    return x


def made(key, dtype=jnp.float32, *, mode="normal"):
    if mode == "normal":
        return jax.random.normal(key, (3,), dtype)
    if mode == "zeros":
        return jnp.zeros(3, jnp.int8)
    return jax.random.randint(key, (3,), 0, 10, jnp.int16)


@partial(jax.jit, static_argnames=("how",))
def jitted(x, how):
    match how:
        case "half":
            return x.astype(jnp.float16)
        case "int":
            return x.astype(jnp.int32)
    return x


def handed_on(x, how, half=True):
    return cast(jitted(x, how), half)


def counted(x, mode):
    def inner(y):
        nonlocal mode
        mode = "other"
        return y

    inner(x)
    return x.astype(jnp.int8) if mode == "int" else x


key = jax.random.key(0)
reveal_type(cast(f32))
reveal_type(cast(f32, True))
reveal_type(cast(f32, half=not True))
reveal_type(made(key))
reveal_type(made(key, mode="zeros"))
reveal_type(made(key, jnp.bfloat16, mode="other"))
reveal_type(jitted(f32, "half"))
reveal_type(jitted(f32, how="int"))
reveal_type(jitted(f32, "none"))
reveal_type(handed_on(f32, "int"))
reveal_type(handed_on(f32, "half", False))
reveal_type(counted(f32, "int"))  # unknown: the inner function assigns it
