"""Functions of jax.numpy: element by element, reductions, shapes, joining, products."""

from typing import assert_type

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax._src.numpy.scalar_types import weak_float, weak_int


def unary(
    b: Array[jnp.bool_],
    i8: Array[jnp.int8],
    bf16: Array[jnp.bfloat16],
    c64: Array[jnp.complex64],
    wi: Array[weak_int],
) -> None:
    assert_type(jnp.sqrt(c64), Array[jnp.complex64])
    assert_type(jnp.sqrt(b), Array[jnp.float32])
    assert_type(jnp.sqrt(wi), Array[weak_float])
    assert_type(jnp.sqrt(2), Array[weak_float])
    assert_type(jnp.abs(c64), Array[jnp.float32])
    assert_type(jnp.abs(i8), Array[jnp.int8])
    assert_type(jnp.negative(bf16), Array[jnp.bfloat16])
    assert_type(jnp.isnan(bf16), Array[jnp.bool_])
    assert_type(jnp.real(c64), Array[jnp.float32])
    assert_type(jnp.floor(bf16), Array[jnp.bfloat16])
    assert_type(jnp.modf(bf16), tuple[Array[jnp.bfloat16], Array[jnp.bfloat16]])
    assert_type(jnp.floor(c64), Array[jnp.complex64])  # error


def binary(
    b: Array[jnp.bool_],
    i8: Array[jnp.int8],
    u8: Array[jnp.uint8],
    i32: Array[jnp.int32],
    bf16: Array[jnp.bfloat16],
    f32: Array[jnp.float32],
    f8: Array[jnp.float8_e4m3fn],
) -> None:
    assert_type(jnp.add(i8, u8), Array[jnp.int16])
    assert_type(jnp.subtract(i8, b), Array[jnp.int8])
    assert_type(jnp.subtract(b, i8), Array[jnp.int8])
    assert_type(jnp.divide(i32, 2), Array[jnp.float32])
    assert_type(jnp.floor_divide(i8, u8), Array[jnp.int16])
    assert_type(jnp.power(bf16, 2), Array[jnp.bfloat16])
    assert_type(jnp.power(2.0, bf16), Array[jnp.bfloat16])
    assert_type(jnp.divmod(i8, i32), tuple[Array[jnp.int32], Array[jnp.int32]])
    assert_type(jnp.less(bf16, f32), Array[jnp.bool_])
    assert_type(jnp.bitwise_and(i8, i32), Array[jnp.int32])
    assert_type(jnp.arctan2(f32, 1), Array[jnp.float32])
    assert_type(jax.nn.logsumexp(bf16, b=f32), Array[jnp.float32])
    assert_type(jnp.clip(bf16, 0, 1), Array[jnp.bfloat16])
    assert_type(jnp.clip(bf16, min=0), Array[jnp.bfloat16])
    assert_type(jnp.clip(bf16, max=f32), Array[jnp.float32])
    assert_type(jnp.where(b, f32, bf16), Array[jnp.float32])
    assert_type(jnp.where(b, i8, 0), Array[jnp.int8])
    print(jnp.add(f8, f32))  # error
    print(jnp.bitwise_and(f32, 1))  # error
    print(jnp.subtract(b, b))  # error
    print(jnp.where(b, f8, f32))  # error


def reductions(b: Array[jnp.bool_], i8: Array[jnp.int8], bf16: Array[jnp.bfloat16]) -> None:
    assert_type(jnp.sum(b), Array[jnp.int32])
    assert_type(jnp.sum(bf16, axis=0, dtype=jnp.float32), Array[jnp.float32])
    assert_type(jnp.prod(i8, dtype="int8"), Array[jnp.int8])
    assert_type(jnp.mean(bf16, axis=-1, keepdims=True), Array[jnp.bfloat16])
    assert_type(jnp.max(i8), Array[jnp.int8])
    assert_type(jnp.min(i8, initial=0), Array[jnp.int8])
    assert_type(jnp.argmax(bf16), Array[jnp.int32])
    assert_type(jnp.all(bf16), Array[jnp.bool_])
    assert_type(jnp.std(bf16), Array[jnp.bfloat16])
    assert_type(jnp.cumsum(i8), Array[jnp.int8])


def creation(f32: Array[jnp.float32]) -> None:
    assert_type(jnp.arange(3), Array[jnp.int32])
    assert_type(jnp.arange(0, 3, 0.5), Array[jnp.float32])
    assert_type(jnp.arange(3, dtype=jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jnp.linspace(0, 1, 5), Array[jnp.float32])
    assert_type(jnp.linspace(0, 1, 5, dtype=jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jnp.identity(3), Array[jnp.float32])
    assert_type(jnp.array([1, 2]), Array[jnp.int32])
    assert_type(jnp.array([[1.0, 2], [3, 4]]), Array[jnp.float32])
    assert_type(jnp.array(((1, 2), (3, 4))), Array[jnp.int32])
    assert_type(jnp.array([[[1j]]]), Array[jnp.complex64])
    assert_type(jnp.array([True]), Array[jnp.bool_])
    assert_type(jnp.array([1.0], jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jnp.array(f32, dtype=jnp.int8), Array[jnp.int8])
    assert_type(jnp.ones(3, jnp.float8_e5m2), Array[jnp.float8_e5m2])


def shapes(bf16: Array[jnp.bfloat16], i32: Array[jnp.int32]) -> None:
    assert_type(jnp.reshape(bf16, (4, 1)), Array[jnp.bfloat16])
    assert_type(jnp.transpose(bf16), Array[jnp.bfloat16])
    assert_type(jnp.expand_dims(bf16, 0), Array[jnp.bfloat16])
    assert_type(jnp.sort(i32), Array[jnp.int32])
    assert_type(jnp.take(bf16, i32), Array[jnp.bfloat16])
    assert_type(jnp.tril(bf16), Array[jnp.bfloat16])
    assert_type(jnp.split(bf16, 2), list[Array[jnp.bfloat16]])


def joining(
    i8: Array[jnp.int8],
    u8: Array[jnp.uint8],
    bf16: Array[jnp.bfloat16],
    f32: Array[jnp.float32],
) -> None:
    assert_type(jnp.concatenate([bf16, f32]), Array[jnp.float32])
    assert_type(jnp.concatenate((bf16, f32), axis=1), Array[jnp.float32])
    assert_type(jnp.stack([i8, u8]), Array[jnp.int16])
    assert_type(jnp.stack([i8, u8], dtype=jnp.float32), Array[jnp.float32])
    assert_type(jnp.hstack([bf16, bf16]), Array[jnp.bfloat16])


def products(bf16: Array[jnp.bfloat16], f32: Array[jnp.float32]) -> None:
    assert_type(jnp.matmul(bf16, f32), Array[jnp.float32])
    assert_type(jnp.dot(bf16, bf16), Array[jnp.bfloat16])
    assert_type(jnp.einsum("ij,jk->ik", bf16, bf16), Array[jnp.bfloat16])
    into = jnp.float32
    assert_type(jnp.matmul(bf16, bf16, preferred_element_type=into), Array[jnp.float32])
    assert_type(jnp.einsum("ij,jk", bf16, f32, preferred_element_type=into), Array[jnp.float32])
    assert_type(lax.dot(bf16, bf16, preferred_element_type=into), Array[jnp.float32])
    numbers = (((1,), (0,)), ((), ()))
    product = lax.dot_general(bf16, bf16, numbers, preferred_element_type=into)
    assert_type(product, Array[jnp.float32])


def further_operands(
    i8: Array[jnp.int8], bf16: Array[jnp.bfloat16], f32: Array[jnp.float32]
) -> None:
    assert_type(jnp.diff(bf16, prepend=f32), Array[jnp.float32])
    assert_type(jnp.diff(bf16, append=0), Array[jnp.bfloat16])
    assert_type(jnp.trapezoid(bf16, dx=0.5), Array[jnp.bfloat16])
    assert_type(jnp.nonzero(f32, size=3, fill_value=0), tuple[Array[jnp.int32], ...])
    assert_type(jnp.indices((2, 3), jnp.int8, sparse=True), tuple[Array[jnp.int8], ...])
    assert_type(jnp.histogram(i8[0], weights=f32[0]), tuple[Array[jnp.float32], Array[jnp.float32]])


def operands_left_out(
    b: Array[jnp.bool_], i32: Array[jnp.int32], bf16: Array[jnp.bfloat16], f32: Array[jnp.float32]
) -> None:
    """The defaults of operands may take part in the promotion, or leave it to the others."""
    row = f32[0]
    assert_type(jnp.select([b], [bf16]), Array[jnp.bfloat16])
    assert_type(jnp.select([b], [bf16], f32), Array[jnp.float32])
    assert_type(jnp.select([b], [bf16], default=0.5), Array[jnp.bfloat16])
    assert_type(jnp.interp(row, row, row), Array[jnp.float32])
    assert_type(jnp.interp(row, row, row, left=0, right=row), Array[jnp.float32])
    assert_type(jnp.interp(row, row, row, "extrapolate", "extrapolate"), Array[jnp.float32])
    assert_type(jnp.interp(row, row, row, period=360), Array[jnp.float32])
    assert_type(jnp.unwrap(i32), Array[jnp.float32])
    assert_type(jnp.unwrap(i32, period=360), Array[jnp.int32])
    assert_type(jnp.unwrap(bf16, period=row[0]), Array[jnp.float32])
    assert_type(jnp.polyint(bf16[0], k=row[0]), Array[jnp.float32])
    assert_type(jnp.polyfit(row, row, 1), Array[jnp.float32])
    assert_type(jnp.polyfit(row, row, 1, w=row), Array[jnp.float32])
    assert_type(jnp.polyfit(row, row, 0, cov=True), tuple[Array[jnp.float32], Array[jnp.float32]])
    assert_type(jnp.cov(bf16), Array[jnp.bfloat16])
    assert_type(jnp.cov(bf16, dtype=jnp.float32), Array[jnp.float32])
    assert_type(jnp.cov(f32, aweights=row), Array[jnp.float32])
    assert_type(jnp.cov(f32, fweights=i32[0]), Array[jnp.float32])
    assert_type(jnp.argsort(bf16), Array[jnp.int32])
    assert_type(jnp.argsort(bf16, dtype=jnp.int8), Array[jnp.int8])
    assert_type(jnp.ediff1d(bf16, to_end=f32), Array[jnp.bfloat16])
    assert_type(jnp.logspace(0, 1, base=2), Array[jnp.float32])
    assert_type(jnp.quantile(f32, 0.5, weights=f32, method="inverted_cdf"), Array[jnp.float32])
    assert_type(jnp.histogram2d(row, row, density=True)[0], Array[jnp.float32])
    assert_type(jnp.histogram2d(row, row)[0], Array[jnp.int32])
    assert_type(jnp.gradient(f32, 0.5, axis=0), Array[jnp.float32])
    assert_type(jax.nn.standardize(bf16, mean=f32, variance=f32), Array[jnp.float32])
    assert_type(jax.nn.standardize(bf16), Array[jnp.bfloat16])
    key = jax.random.key(0)
    assert_type(jax.random.ball(key, 3, dtype=jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jax.random.ball(key, 3, 1.5, dtype=jnp.bfloat16), Array[jnp.bfloat16])
    assert_type(jax.random.ball(key, 3, f32[0, 0]), Array[jnp.float32])
    assert_type(jnp.fft.rfftfreq(8, dtype=jnp.float16), Array[jnp.float16])
    steps = jnp.linspace(0, 1, retstep=True, dtype=jnp.float16)
    assert_type(steps[0], Array[jnp.float16])


def sequences_of_keys(
    b: Array[jnp.bool_], i32: Array[jnp.int32], f32: Array[jnp.float32], wi: Array[weak_int]
) -> None:
    assert_type(jnp.where(b), tuple[Array[jnp.int32], ...])
    assert_type(jnp.where(b, size=3, fill_value=0), tuple[Array[jnp.int32], ...])
    assert_type(jnp.where(b, i32, f32), Array[jnp.float32])
    assert_type(jnp.lexsort((i32, f32)), Array[jnp.int32])
    assert_type(lax.sort(f32), Array[jnp.float32])
    assert_type(lax.sort((i32, f32), num_keys=2), tuple[Array[jnp.int32], Array[jnp.float32]])
    assert_type(lax.sort_key_val(i32, f32), tuple[Array[jnp.int32], Array[jnp.float32]])
    assert_type(lax.sort_key_val(wi, f32), tuple[Array[weak_int], Array[jnp.float32]])


def histograms(i32: Array[jnp.int32], bf16: Array[jnp.bfloat16], f32: Array[jnp.float32]) -> None:
    """Neither a number of bins nor their edges change a dtype."""
    number = 5
    assert_type(jnp.histogram(i32), tuple[Array[jnp.float32], Array[jnp.float32]])
    assert_type(jnp.histogram(bf16, bins=20), tuple[Array[jnp.bfloat16], Array[jnp.bfloat16]])
    assert_type(jnp.histogram(bf16, number), tuple[Array[jnp.bfloat16], Array[jnp.bfloat16]])
    assert_type(jnp.histogram(bf16, f32.ravel()), tuple[Array[jnp.bfloat16], Array[jnp.bfloat16]])
    assert_type(jnp.histogram_bin_edges(f32, bins=3), Array[jnp.float32])
