"""Fields that hold a dictionary of arrays, are None at first, or depend on themselves."""

from typing import reveal_type

import jax
import jax.numpy as jnp

f16 = jnp.ones(3, jnp.float16)
f32 = jnp.ones(3)


class Average:
    def __init__(self, params):
        self.narrow = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)
        self.later = None

    def update(self, params):
        self.narrow = jax.tree.map(lambda a, p: a * 0.5 + p * 0.5, self.narrow, params)
        if self.later is None:
            self.later = jax.tree.map(lambda p: p * 2, params)
            return
        self.later = jax.tree.map(lambda a, p: a + p, self.later, params)

    def bias(self):
        assert self.later is not None
        return self.later["t_b"]


class Wider:
    def __init__(self, params):
        self.wider = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)

    def update(self):
        self.wider = jax.tree.map(lambda a: a.astype(jnp.float32), self.wider)


class Filled:
    def __init__(self, params):
        self.filled = jax.tree.map(lambda p: p * 2, params)

    def fill(self, key, value):
        self.filled[key] = value


class Started:
    def __init__(self):
        self.total = None

    def add(self, x):
        self.total = x if self.total is None else self.total + x

    def doubled(self):
        if self.total is None:
            return f32
        return self.total * 2


def averaged():
    params = {"t_w": f16.astype(jnp.bfloat16), "t_b": f16.astype(jnp.bfloat16)}
    average = Average(params)
    for _ in range(3):
        average.update(params)
    return average.narrow["t_w"], average.bias()


def widened():
    wider = Wider({"t_w": f16})
    wider.update()
    return wider.wider["t_w"]


def filled_later():
    held = Filled({"t_w": f16})
    held.fill("t_b", f32)
    return held.filled["t_b"]


def started():
    held = Started()
    before = held.doubled()
    held.add(f16)
    return before, held.doubled()


reveal_type(averaged()[0])
reveal_type(averaged()[1])
reveal_type(widened())  # unknown: one value is bfloat16, the other one float32
reveal_type(filled_later())  # unknown: a method fills the dictionary
reveal_type(started()[1])  # unknown: it is the field, or another array as long as that is None
