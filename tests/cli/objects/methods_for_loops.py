"""Methods that loops and conditionals of JAX call, of objects whose fields are known."""

from typing import reveal_type

import jax.numpy as jnp
from jax import lax

f16 = jnp.ones(2, jnp.float16)
f32 = jnp.ones(2)


def doubled(x):
    return x * 2


def widened(x):
    return x.astype(jnp.float32)


class Layer:
    def __init__(self, function, weight):
        self.function = function
        self.weight = weight

    def step(self, carry, x):
        return carry, self.function(x) * self.weight

    def run(self, x):
        return self.function(x)

    def kept(self, x):
        return self.function(x).astype(x.dtype)

    def indexed(self, _, x):
        return self.kept(x)

    def scanned(self, xs):
        return lax.scan(self.step, f32, xs)

    def mapped(self, xs):
        return lax.map(self.run, xs)

    def looped(self, x):
        return lax.fori_loop(0, 2, self.indexed, x)

    def chosen(self, x):
        return lax.cond(x.ndim > 0, self.run, self.run, x)


def in_a_function():
    layer = Layer(doubled, f16)
    return layer.scanned(f16)[1], lax.map(layer.run, f32)


reveal_type(in_a_function()[0])
reveal_type(in_a_function()[1])
reveal_type(Layer(doubled, f16).scanned(f16)[1])
reveal_type(Layer(doubled, f32).scanned(f16)[1])
reveal_type(Layer(widened, f16).mapped(f16))
reveal_type(Layer(doubled, f16).mapped(f16))
reveal_type(Layer(widened, f32).looped(f16))
reveal_type(Layer(widened, f32).chosen(f16))
reveal_type(Layer(doubled, f32).chosen(f16))
reveal_type(lax.scan(Layer(widened, f16).step, f32, f16)[1])
reveal_type(lax.map(Layer(doubled, f16).run, f16))
