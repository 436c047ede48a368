"""Initial values of ``lax.reduce`` and ``lax.reduce_window``: JAX judges the findings."""

from __future__ import annotations

from pathlib import Path

from .judged import assert_judged

PROGRAM = """\
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

HALF = jnp.ones((2, 4), jnp.bfloat16)
BITS = jnp.ones((2, 4), jnp.uint32)
BYTES = jnp.ones((2, 4), jnp.uint8)
WINDOW = (1, 2)


def added(a, b):
    return a + b


def of_lambda():
    return lax.reduce(BITS, jnp.int32(0), lambda a, b: a | b, (1,))


def of_lambda_and_same():
    return lax.reduce(BITS, jnp.uint32(0), lambda a, b: a | b, (1,))


def of_function():
    return lax.reduce(HALF, jnp.float32(0), added, (1,))


def of_python_number():
    return lax.reduce(BYTES, 0, added, (1,))


def of_neutral_number():
    return lax.reduce(BYTES, 0, lax.add, (1,))


def of_neutral():
    return lax.reduce(HALF, np.float32(0.0), lax.add, (1,))


def of_neutral_that_numpy_computes():
    return lax.reduce(HALF, np.log(np.float32(1)), lax.add, (1,))


def of_neutral_product():
    return lax.reduce(HALF, jnp.float32(1), lax.mul, (1,))


def of_zero_in_product():
    return lax.reduce(HALF, jnp.float32(0), lax.mul, (1,))


def of_one_in_sum():
    return lax.reduce(HALF, 1.0, lax.add, (1,))


def of_bits():
    return lax.reduce(BITS, jnp.int32(0), lax.bitwise_or, (1,))


def of_infinity():
    return lax.reduce_window(HALF, -jnp.inf, lax.max, WINDOW, WINDOW, "VALID")


def of_infinity_of_numpy():
    return lax.reduce_window(HALF, np.float32(-np.inf), lax.max, WINDOW, WINDOW, "VALID")


def of_least_of_limits():
    return lax.reduce_window(HALF, jnp.finfo(jnp.float32).min, lax.max, WINDOW, WINDOW, "VALID")


def of_zero_in_maximum():
    return lax.reduce_window(HALF, 0.0, lax.max, WINDOW, WINDOW, "VALID")


def of_zero_of_numpy_in_maximum():
    return lax.reduce_window(HALF, np.float32(0), lax.max, WINDOW, WINDOW, "VALID")


def of_zero_like_the_array():
    zero = jnp.array(0, HALF.dtype)
    return lax.reduce_window(HALF, zero, lax.max, WINDOW, WINDOW, "VALID")


def of_weak_array():
    return lax.reduce(jnp.full((2,), 1.5), 0.0, added, (0,))


def of_pooling(x=HALF):
    pooled = lax.reduce_window(x, 0.0, lax.add, WINDOW, WINDOW, "VALID")
    return pooled / 2
"""


def test_the_initial_values_found_are_those_that_jax_refuses(tmp_path: Path) -> None:
    assert_judged(tmp_path, PROGRAM, (TypeError,))
