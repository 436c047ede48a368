"""Annotations with another dtype than the actual one, or with an array instead of a tuple."""

from typing import Any, reveal_type

import jax.numpy as jnp
from jax import Array

half = jnp.ones(3, jnp.bfloat16)


def counted(state: Any) -> jnp.float32:
    return state + 1


def scaled(x: Array, rate: jnp.float32) -> Array:
    return x * rate


def halves(x: Array) -> Array:
    return x, x > 0  # type: ignore[return-value]


def marked(x):
    count = counted(x)
    first, second = halves(x)
    return jnp.where(second, count, 0), first


def noted(x: Array) -> Array:
    count = counted(x)
    first, second = halves(x)
    return jnp.where(second, first, count)


reveal_type(counted(jnp.arange(3)))  # unknown: mypy has it as a float32, too
reveal_type(scaled(half, 0.5))  # type: ignore[arg-type]
reveal_type(scaled(half, half))  # type: ignore[arg-type]
reveal_type(scaled(half, jnp.float32(0.5)))  # type: ignore[arg-type]
reveal_type(marked(jnp.arange(3))[0])
reveal_type(marked(jnp.arange(3))[1])
reveal_type(noted(jnp.arange(3)))
