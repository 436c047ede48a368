"""Functions in attributes use the last values of the variables in the constructor."""

from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3)


class Held:
    def __init__(self, rate):
        rate = rate.astype(jnp.bfloat16)
        self.scale = lambda a: a * rate

    def run(self, a):
        return self.scale(a)


class Late:
    def __init__(self, rate, *, narrow):
        def scale(a):
            return a * rate

        self.scale = scale
        if narrow:
            rate = rate.astype(jnp.float16)


class Decorated:
    def __init__(self, rate):
        @jax.jit
        def scale(a):
            return a * rate

        @after(jax.nn.relu)
        def rectified(a):
            return a * rate

        self.scale = scale
        self.rectified = rectified


def after(last):
    def decorate(function):
        return lambda *args: last(function(*args))

    return decorate


def in_a_dictionary(x):
    @after(jax.nn.relu)
    def inner(a):
        return a * x

    return {"decorated": inner}


def two_objects():
    wide, narrow = Decorated(f32), Decorated(bf16)
    return wide.rectified(bf16), narrow.rectified(bf16), wide.scale(bf16), narrow.scale(bf16)


reveal_type(Held(f32).run(bf16))
reveal_type(Held(f32).scale(bf16))
reveal_type(Late(f32, narrow=True).scale(f32.astype(jnp.float16)))
reveal_type(Late(bf16, narrow=False).scale(bf16))
reveal_type(two_objects()[0])
reveal_type(two_objects()[1])
reveal_type(two_objects()[2])
reveal_type(two_objects()[3])
reveal_type(in_a_dictionary(f32)["decorated"](bf16))
reveal_type(in_a_dictionary(bf16)["decorated"](bf16))
