"""Methods of all kinds, and properties."""

import functools
from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


class Layer:
    scale = jnp.float32(2)

    @staticmethod
    def static(x):
        return x * 2

    @classmethod
    def of_class(cls, x):
        return x * cls.scale

    @staticmethod
    def of(model: "Layer") -> "Layer":
        return model

    @property
    def weights(self):
        return jnp.ones(3, jnp.bfloat16)

    @functools.cached_property
    def kept(self):
        return self.weights * 2

    def apply(self, x):
        return self.static(x) + self.weights

    def __call__(self, x, *rest):
        return self.apply(x)

    @functools.partial(jax.jit, static_argnums=0)
    def jitted(self, x):
        return x * 2


class Loud(Layer):
    @functools.partial(jax.jit, static_argnums=0)
    def jitted(self, x):
        return x.astype(jnp.float32)

    @property
    def weights(self):
        return jnp.ones(3, jnp.float32)


class Alone:
    @property
    def half(self):
        return jnp.ones(3, jnp.float16)

    @half.setter
    def half(self, value):
        self.value = value

    def use(self, x):
        return x * self.half


reveal_type(Layer.static(bf16))
reveal_type(Layer().static(bf16))
reveal_type(Layer.of_class(bf16))
reveal_type(Layer().of_class(bf16))
reveal_type(Layer().weights)  # unknown: a subclass has another dtype
reveal_type(Loud().weights)
reveal_type(Layer.of(Loud()).jitted(bf16))  # unknown: a subclass has another dtype
reveal_type(Alone().half)
reveal_type(Alone().use(bf16))
reveal_type(Alone.use(Alone(), f32))
