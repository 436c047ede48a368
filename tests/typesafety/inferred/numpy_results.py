"""NumPy values that properties and functions return."""

import functools
from typing import reveal_type

import jax.numpy as jnp
import numpy as np

i32 = jnp.ones(3, jnp.int32)


class Biased:
    def __init__(self, r1size):
        self.r1size = r1size

    @property
    def r1scale(self):
        return np.sqrt(self.r1size)

    @functools.cached_property
    def r1table(self):
        return np.array(range(self.r1size)) / self.r1size

    @property
    def r1half(self):
        return self.r1size / 2

    def r1applied(self, r1values_):
        return r1values_ * self.r1scale, r1values_ * self.r1table, r1values_ * self.r1half


r1biased = Biased(3)
reveal_type(r1biased.r1applied(i32)[0])
reveal_type(r1biased.r1applied(i32)[1])
reveal_type(r1biased.r1applied(i32)[2])
reveal_type(i32 * r1biased.r1scale)
reveal_type(i32 * r1biased.r1table)


def r1root(r1size_):
    return np.sqrt(r1size_)


def r1steps(r1size_):
    return np.linspace(0, 1, r1size_), r1size_ / 2


def r1of_functions(r1values_):
    r1steps_, r1half_ = r1steps(3)
    return r1values_ * r1root(3), r1values_ * r1steps_, r1values_ * r1half_


reveal_type(r1of_functions(i32)[0])
reveal_type(r1of_functions(i32)[1])
reveal_type(r1of_functions(i32)[2])
reveal_type(i32 * r1root(3))  # unknown: what is no array of JAX stays Any in what mypy reports
