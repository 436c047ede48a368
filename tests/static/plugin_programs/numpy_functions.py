"""NumPy's own functions beside JAX arrays: their results are not weak, and often have 64 bits."""

from typing import assert_type

import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax import Array

SCALE = np.sqrt(2 / np.pi)
TABLE = np.array([[1.0, 0.5], [0.25, 0.125]])


def scalars(x: Array[jnp.bfloat16], h: Array[jnp.float16], i: Array[jnp.int8]) -> None:
    d = x.shape[-1]
    root = np.sqrt(d)
    assert_type(x / np.sqrt(d), Array[jnp.float32])
    assert_type(np.sqrt(2 / np.pi) * x, Array[jnp.float32])
    assert_type(x * root, Array[jnp.float32])
    assert_type(x * SCALE, Array[jnp.float32])
    assert_type(h * np.log(d), Array[jnp.float32])
    assert_type(i * np.sqrt(d), Array[jnp.float32])
    assert_type(x * (1 / np.sqrt(d)), Array[jnp.float32])
    assert_type(x * -np.log(10000.0), Array[jnp.float32])
    assert_type(x * np.sqrt(d).astype(np.float32), Array[jnp.float32])
    assert_type(h * np.sqrt(d).astype(np.float16), Array[jnp.float16])
    assert_type(x * np.float32(np.sqrt(d)), Array[jnp.float32])
    assert_type(x * float(np.sqrt(d)), Array[jnp.bfloat16])
    assert_type(x * np.sqrt(d).item(), Array[jnp.bfloat16])
    assert_type(x * np.exp(np.float16(1)), Array[jnp.float32])
    assert_type(h * np.exp(np.float16(1)), Array[jnp.float16])
    assert_type(i * np.power(2, d), Array[jnp.int32])
    assert_type(i * np.prod((2, 3)), Array[jnp.int32])
    assert_type(x * np.prod((2, 3)), Array[jnp.bfloat16])
    assert_type(x * np.pi, Array[jnp.bfloat16])


def powers_of_python(x: Array[jnp.bfloat16]) -> None:
    d = x.shape[-1]
    assert_type(x / d**0.5, Array[jnp.bfloat16])
    assert_type(x * d**-0.5, Array[jnp.bfloat16])
    assert_type(x / len("abc") ** 0.5, Array[jnp.bfloat16])
    assert_type(x * 10000 ** (1 / d), Array[jnp.bfloat16])
    assert_type(x * d**-1, Array[jnp.bfloat16])


def arrays(x: Array[jnp.bfloat16], i: Array[jnp.int8]) -> None:
    t = x.shape[-1]
    assert_type(x + np.sin(np.arange(t)), Array[jnp.float32])
    assert_type(x * np.array([1.0, 0.5]), Array[jnp.float32])
    assert_type(x * np.array([1, 2]), Array[jnp.bfloat16])
    assert_type(i * np.array([1, 2]), Array[jnp.int32])
    assert_type(x * np.array([n * 0.5 for n in range(2)]), Array[jnp.float32])
    assert_type(x * np.array([True, 1.5]), Array[jnp.float32])
    assert_type(x * np.array([np.sqrt(t), 2]), Array[jnp.float32])
    assert_type(x * np.array([1.0, 2.0], dtype="float16"), Array[jnp.float32])
    assert_type(x * np.ones((2, 2), dtype=int), Array[jnp.bfloat16])
    assert_type(x * np.full(2, 0.5), Array[jnp.float32])
    assert_type(x * TABLE, Array[jnp.float32])
    assert_type(x @ TABLE, Array[jnp.float32])
    assert_type(TABLE @ x, Array[jnp.float32])
    assert_type(x * TABLE[0], Array[jnp.float32])
    assert_type(x * TABLE.mean(axis=0), Array[jnp.float32])
    assert_type(x * TABLE.astype("int8"), Array[jnp.bfloat16])
    assert_type(jnp.asarray(np.sqrt(TABLE)), Array[jnp.float32])
    assert_type(jnp.where(x > 0, x, np.log(2)), Array[jnp.float32])


def of_float32(x: Array[jnp.bfloat16], n: npt.NDArray[np.float32]) -> None:
    assert_type(jnp.array(n * 2.0), Array[jnp.float32])
    assert_type(jnp.array(n @ n), Array[jnp.float32])
    assert_type(jnp.array(np.concatenate([n, n])), Array[jnp.float32])
    assert_type(jnp.array(np.where(n > 0, n, 0.0)), Array[jnp.float32])
    assert_type(jnp.array(np.einsum("ij,jk->ik", n, n)), Array[jnp.float32])
    assert_type(x * np.linalg.norm(n), Array[jnp.float32])
    assert_type(x * np.linalg.inv(n + np.eye(2)), Array[jnp.float32])
    assert_type(jnp.array(n.astype(np.int8).sum()), Array[jnp.int32])
    assert_type(jnp.array(np.cumsum(n.astype(np.int8))), Array[jnp.int32])
    assert_type(jnp.array(np.isnan(n)), Array[jnp.bool_])


def drawn(x: Array[jnp.bfloat16], n: npt.NDArray[np.float16]) -> None:
    generator = np.random.default_rng(0)
    assert_type(x * np.random.randn(2), Array[jnp.float32])
    assert_type(x * generator.standard_normal(2), Array[jnp.float32])
    assert_type(jnp.array(generator.permutation(n)), Array[jnp.float16])
    assert_type(x * np.random.randn(), Array[jnp.bfloat16])
