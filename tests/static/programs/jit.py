"""``jax.jit`` in all its spellings: the parameters and the result stay."""

from functools import partial
from typing import TypeVar, assert_type

import jax
import jax.numpy as jnp
from jax import Array

FloatT = TypeVar("FloatT", bound=jnp.floating)


@jax.jit
def plain(x: Array[jnp.float32], y: Array[jnp.bfloat16]) -> Array[jnp.float32]:
    return x + y


@jax.jit(static_argnames="n")
def with_settings(x: Array[jnp.float32], n: int) -> Array[jnp.bfloat16]:
    return (x * n).astype(jnp.bfloat16)


@partial(jax.jit, static_argnames=("n", "flag"))
def by_partial(x: Array[jnp.float32], n: int, *, flag: bool = False) -> Array[jnp.bfloat16]:
    return (x * n).astype(jnp.bfloat16) if flag else x.astype(jnp.bfloat16)


@jax.jit
def python_scalar(x: Array[jnp.float32]) -> float:
    return 2.0


def doubled(x: Array[FloatT]) -> Array[FloatT]:
    return x + x


def narrowed(x: Array[jnp.float32], n: int = 1) -> Array[jnp.bfloat16]:
    return x.astype(jnp.bfloat16)


class Layer:
    @partial(jax.jit, static_argnums=0)
    def method(self, x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return x.astype(jnp.bfloat16)

    @jax.jit(static_argnums=(0,))
    def method_with_settings(self, x: Array[jnp.float32]) -> Array[jnp.int8]:
        return x.astype(jnp.int8)

    @staticmethod
    @jax.jit
    def static(x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return x.astype(jnp.bfloat16)

    @classmethod
    @partial(jax.jit, static_argnums=0)
    def of_class(cls, x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return x.astype(jnp.bfloat16)

    @classmethod
    @jax.jit(static_argnums=0)
    def of_class_with_settings(cls, x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return x.astype(jnp.bfloat16)

    @partial(jax.vmap, in_axes=(None, 0))
    def mapped(self, x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return x.astype(jnp.bfloat16)

    def __call__(self, x: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return x.astype(jnp.bfloat16)


def functions(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    assert_type(plain(f32, bf16), Array[jnp.float32])
    assert_type(plain(f32, y=bf16), Array[jnp.float32])
    assert_type(with_settings(f32, 2), Array[jnp.bfloat16])
    assert_type(by_partial(f32, 2, flag=True), Array[jnp.bfloat16])
    assert_type(jax.jit(narrowed)(f32), Array[jnp.bfloat16])
    assert_type(jax.jit(narrowed, static_argnums=1)(f32, 2), Array[jnp.bfloat16])
    assert_type(jax.jit(doubled)(bf16), Array[jnp.bfloat16])
    assert_type(jax.jit(partial(narrowed, n=2))(f32), Array[jnp.bfloat16])
    assert_type(jax.jit(jax.jit(narrowed))(f32), Array[jnp.bfloat16])
    print(python_scalar(f32).shape, jax.jit(lambda x: x * 2)(f32).shape)
    print(jax.jit(jnp.add)(f32, bf16), jax.jit(jnp.add)(bf16, bf16))


def stages(f32: Array[jnp.float32], bf16: Array[jnp.bfloat16]) -> None:
    print(plain.lower(f32, bf16).compile()(f32, bf16))
    print(plain.trace(f32, bf16).lower())
    print(plain.eval_shape(f32, bf16).shape)
    print(plain.__name__)
    plain.clear_cache()
    layer = Layer()
    print(layer.method.lower(layer, f32))


def methods(f32: Array[jnp.float32]) -> None:
    layer = Layer()
    assert_type(layer.method(f32), Array[jnp.bfloat16])
    assert_type(layer.method_with_settings(f32), Array[jnp.int8])
    assert_type(Layer.method_with_settings(layer, f32), Array[jnp.int8])
    assert_type(layer.static(f32), Array[jnp.bfloat16])
    assert_type(Layer.static(f32), Array[jnp.bfloat16])
    assert_type(Layer.of_class(f32), Array[jnp.bfloat16])
    assert_type(layer.of_class_with_settings(f32), Array[jnp.bfloat16])
    assert_type(Layer.of_class_with_settings(f32), Array[jnp.bfloat16])
    assert_type(layer.mapped(f32), Array[jnp.bfloat16])
    assert_type(jax.jit(layer)(f32), Array[jnp.bfloat16])
    assert_type(jax.jit(layer.method_with_settings)(f32), Array[jnp.int8])


def refused(f32: Array[jnp.float32]) -> None:
    layer = Layer()
    print(plain(f32))  # error
    print(layer.method_with_settings())  # error
    print(plain(f32, "text"))  # error
