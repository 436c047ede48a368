"""Attributes that are None in their class, and get a value elsewhere."""

from typing import reveal_type

import jax.numpy as jnp

f32 = jnp.ones(3, jnp.float32)
bf16 = jnp.ones(3, jnp.bfloat16)


def widened(x):
    return x.astype(jnp.float32)


class Hooked:
    k1hook = None
    k1scale = None
    k1never = None

    def run(self, x):
        return self.k1hook(x) if self.k1hook is not None else x

    def scaled(self, x):
        if self.k1scale is None:
            return x
        return x * self.k1scale

    def unscaled(self, x):
        if self.k1never is None:
            return x
        return x.astype(jnp.float32)


class Scaled(Hooked):
    k1scale = f32  # type: ignore[assignment]


def hooked():
    made = Hooked()
    made.k1hook = widened  # type: ignore[assignment]
    return made.run(bf16)


reveal_type(hooked())  # unknown: the hook is None, or what the program assigns
reveal_type(Scaled().scaled(bf16))
reveal_type(Hooked().scaled(bf16))  # unknown: it may be an object of the subclass
reveal_type(Hooked().unscaled(bf16))
