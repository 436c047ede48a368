"""Functions that are called by their names, and transformed by JAX."""

import functools
from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import lax

HALF = jnp.float16(0.5)


def relu(x):
    return jnp.maximum(x, 0)


def layer(x, w, b=None, scale=1.0):
    h = x @ w
    if b is not None:
        h = h + b
    x = h * scale
    x = x.astype(jnp.float32)
    return relu(x), h


def make(k):
    def inner(x):
        return x + k

    return inner


def bare(x: jax.Array, y: jax.Array) -> jax.Array:
    return x * y


def total(xs):
    def body(carry, x):
        return carry + x, carry

    return lax.scan(body, xs[0], xs)


def loss(params, x):
    return jnp.sum((params["w"] * x) ** 2)


@jax.jit
def jitted(x, n):
    return x * n


@functools.partial(jax.jit, static_argnames=("n",))
def static(x, n):
    return x * n


class Model:
    def __init__(self, w):
        self.w = w

    def scaled(self, x):
        return x * HALF

    def __call__(self, x):
        return self.scaled(x)

    @staticmethod
    def double(x):
        return x * 2

    def doubled(self, x):
        return x * 2


class Child(Model):
    def doubled_again(self, x):
        return super().doubled(x)

    def __call__(self, x):
        return x.astype(jnp.float32)


class Holder:
    def model(self) -> Model:
        return Model(bf16)


def countdown(n, x):
    return x if n == 0 else countdown(n - 1, x)


bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)
i32 = jnp.ones((3, 3), jnp.int32)

reveal_type(layer(bf16, bf16)[0])
reveal_type(layer(bf16, bf16)[1])
reveal_type(layer(bf16, bf16, f32)[1])
reveal_type(layer(bf16, bf16, b=bf16, scale=2)[1])
reveal_type(relu(i32))
reveal_type(relu(2))
reveal_type(make(bf16)(1.0))
reveal_type(make(f32)(bf16))
add = make(bf16)
reveal_type(add(i32))
reveal_type(bare(bf16, f32))
reveal_type(bare(bf16, bf16))
reveal_type(total(bf16)[0])
reveal_type(total(bf16)[1])
reveal_type(jitted(bf16, 2.0))
reveal_type(jitted(2, 3))
reveal_type(static(bf16, 2))
reveal_type(jax.jit(relu)(i32))
reveal_type(jax.vmap(bare)(bf16, f32))
reveal_type(jax.grad(loss)({"w": bf16}, bf16)["w"])
reveal_type(jax.value_and_grad(loss)({"w": bf16}, f32)[0])
reveal_type(functools.partial(layer, w=bf16)(bf16)[1])
reveal_type(Model.double(i32))
reveal_type(Model(bf16).scaled(i32))
reveal_type(Model(bf16)(i32))  # unknown: a subclass replaces it
reveal_type(Child(bf16)(i32))
reveal_type(Holder().model().scaled(i32))
reveal_type(Child(bf16).doubled_again(f32))
reveal_type(jax.checkpoint(bare)(bf16, f32))
reveal_type(jax.named_call(relu)(2))
reveal_type(jax.pmap(relu)(bf16[:1]))
reveal_type(countdown(3, bf16))  # unknown: recursion
