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
