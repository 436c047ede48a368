"""Factors of matrices, which go as tuples from one function to the next."""

from typing import assert_type

import jax.numpy as jnp
import jax.scipy.linalg as jsl
from jax import Array


def factors(x: Array[jnp.float32], c: Array[jnp.complex64], i: Array[jnp.int32], u: Array) -> None:
    assert_type(jsl.cho_factor(x), tuple[Array[jnp.float32], bool])
    assert_type(jsl.cho_factor(i), tuple[Array[jnp.float32], bool])
    assert_type(jsl.cho_solve((x, True), i), Array[jnp.float32])
    assert_type(jsl.cho_solve(jsl.cho_factor(x), i), Array[jnp.float32])
    assert_type(jsl.lu_solve(jsl.lu_factor(x), x), Array[jnp.float32])
    assert_type(jsl.cho_solve((c, True), x), Array[jnp.complex64])
    factor = jsl.cho_factor(x, lower=True)
    assert_type(jsl.cho_solve(factor, x), Array[jnp.float32])
    print(jsl.cho_solve((u, False), x), jsl.lu_solve(jsl.lu_factor(u), x))
