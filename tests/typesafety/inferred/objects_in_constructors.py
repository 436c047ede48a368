"""Objects that constructors make, used by the statements of a module, which mypy checks once."""

from typing import reveal_type

import jax.numpy as jnp

i8 = jnp.ones(3, jnp.int8)


class Layer:
    def __init__(self, dtype):
        self.weight = jnp.ones(3, dtype)

    def __call__(self, x):
        return x * self.weight


class Stack:
    def __init__(self, dtype):
        self.layers = [Layer(dtype), Layer(dtype)]

    def __call__(self, x):
        return self.layers[0](x)


class Pair:
    def __init__(self, dtype):
        self.first = Layer(dtype)
        self.second = Layer(jnp.int32)

    def __call__(self, x):
        return self.first(x), self.second(x)


def stacked(x):
    return Stack(jnp.int16)(x)


reveal_type(stacked(i8))


def paired(x):
    return Pair(jnp.int16)(x)


reveal_type(paired(i8)[0])
reveal_type(paired(i8)[1])
