"""Methods of all kinds, and properties."""

import functools
from typing import reveal_type

import jax.numpy as jnp

bf16 = jnp.ones((3, 3), jnp.bfloat16)
f32 = jnp.ones((3, 3), jnp.float32)


class Model:
    scale = jnp.float32(2)

    @staticmethod
    def static(x):
        return x * 2

    @classmethod
    def of_class(cls, x):
        return x * cls.scale

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


class Loud(Model):
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


reveal_type(Model.static(bf16))
reveal_type(Model().static(bf16))
reveal_type(Model.of_class(bf16))
reveal_type(Model().of_class(bf16))
reveal_type(Model().weights)  # unknown: a subclass replaces it
reveal_type(Loud().weights)
reveal_type(Alone().half)
reveal_type(Alone().use(bf16))
reveal_type(Alone.use(Alone(), f32))
