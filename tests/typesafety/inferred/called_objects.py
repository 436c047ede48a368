"""Objects that are called by functions of JAX, and gradients inside of other transforms."""

from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import lax


class Scaled:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, x):
        return x * self.factor


class Halved(Scaled):
    def __call__(self, x):
        return super().__call__(x).astype(jnp.float16)


class Step:
    def __call__(self, carry, x):
        return carry + x, carry.astype(jnp.bfloat16)


def loss(x):
    return jnp.sum(x**2)


f32 = jnp.ones(3)
bf16 = jnp.ones(3, jnp.bfloat16)

reveal_type(Halved(2)(f32))
reveal_type(jax.vmap(Halved(2))(bf16))
reveal_type(lax.map(Halved(2), f32))
reveal_type(lax.scan(Step(), jnp.float32(0), f32)[0])
reveal_type(lax.scan(Step(), jnp.float32(0), f32)[1])
reveal_type(jax.jit(jax.grad(loss))(bf16))
gradient = jax.vmap(jax.grad(loss))
reveal_type(gradient(f32))
reveal_type(jax.jit(jax.value_and_grad(loss))(bf16)[0])


def object_of(is_half):
    return Halved(2) if is_half else Scaled(2)


reveal_type(jax.vmap(object_of(True))(f32))  # unknown: either of two classes


class Shifted:
    def __init__(self, offset, inner=None):
        self.offset = offset
        self.inner = inner

    def __call__(self, x):
        return x - self.offset

    def mapped(self, xs):
        return jax.tree.map(self.inner, {"x": xs})["x"]

    def scanned(self, xs):
        return lax.scan(self.inner, jnp.float32(0), xs)[1]

    def chosen(self, x):
        return lax.cond(True, self.inner, self, x)


def shifted(x, shift=Shifted(0.5)):
    return shift(x)


def pulled(function, *inputs):
    y, pull = jax.vjp(function, *inputs)
    return y, pull(y)[-1]


def mapped_by_a_field():
    return Shifted(0.5, lambda x: x * 2).mapped(bf16)


def scanned_by_a_field():
    return Shifted(0.5, lambda c, x: (c + x, c > x)).scanned(f32)


def chosen_by_a_field():
    return Shifted(0.5, lambda x: x * 2).chosen(bf16)


reveal_type(shifted(bf16))
reveal_type(Shifted(2.0)(f32))
reveal_type(mapped_by_a_field())
reveal_type(scanned_by_a_field())
reveal_type(chosen_by_a_field())
reveal_type(pulled(Scaled(2), bf16)[0])
reveal_type(pulled(Scaled(2), bf16)[1])
reveal_type(pulled(lambda x, y: x * y, bf16, f32)[0])
reveal_type(pulled(lambda x, y: y * 2, f32, bf16)[1])
