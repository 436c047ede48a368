"""Functions as arguments that may be left out: ``f=None`` and what the body takes instead."""

from __future__ import annotations

from typing import reveal_type

import jax
import jax.numpy as jnp

f16 = jnp.zeros(3, jnp.float16)


def doubled(x):
    return x * 2


def widened(x):
    return x.astype(jnp.float32)


def compared(x, f=None):
    if f is None:
        f = doubled
    return f(x)


def compared_otherwise(x, f=None):
    if f is not None:
        x = f(x)
    else:
        f = widened
    return f(x)


def one_or_other(x, f=None):
    f = f or doubled
    return f(x)


def conditional(x, f=None):
    f = doubled if f is None else f
    return f(x)


def conditional_the_other_way(x, f=None):
    f = f if f is not None else doubled
    return f(x)


def called_at_once(x, f=None):
    return (f or doubled)(x)


def truth(x, f=None):
    g = f if f else doubled
    return g(x)


def of_jax(x, activation=None, norm=None):
    if activation is None:
        activation = jax.nn.relu
    if norm is None:
        norm = lambda a: a.astype(jnp.float32)  # noqa: E731
    return norm(activation(x))


class Layer:
    def __init__(self, act=None):
        self.act = act or doubled
        self.again = widened if act is None else act

    def run(self, x):
        return self.act(x), self.again(x)


def of_a_variable(x):
    activation = jnp.tanh
    return activation(x)


def one_or_other_of_jax(x, f=None):
    f = f or jax.nn.relu
    return f(x)


def replaced(x, flag, f=None):
    if flag:
        f = widened
    return f(x)


def several(x, f=None):
    f = f or doubled
    if x.ndim == 7:
        f = widened
    return f(x)


def in_a_loop(x, f=None):
    for _ in range(2):
        x = (f or doubled)(x)
        f = widened
    return x


reveal_type(compared(f16))
reveal_type(compared(f16, widened))
reveal_type(compared(f16, lambda x: x.astype(jnp.bfloat16)))
reveal_type(compared(f16, f=jax.vmap(widened)))
reveal_type(compared_otherwise(f16))
reveal_type(compared_otherwise(f16, doubled))
reveal_type(one_or_other(f16))
reveal_type(one_or_other(f16, widened))
reveal_type(conditional(f16))
reveal_type(conditional(f16, widened))
reveal_type(conditional_the_other_way(f16))
reveal_type(conditional_the_other_way(f16, widened))
reveal_type(called_at_once(f16))
reveal_type(called_at_once(f16, widened))
reveal_type(truth(f16))
reveal_type(truth(f16, widened))
reveal_type(of_jax(f16))
reveal_type(of_jax(f16, widened, doubled))
reveal_type(of_a_variable(f16))
reveal_type(one_or_other_of_jax(f16))
reveal_type(one_or_other_of_jax(f16, widened))
reveal_type(replaced(f16, f16.ndim == 1, doubled))  # unknown: either function
reveal_type(several(f16, doubled))  # unknown: either function
reveal_type(in_a_loop(f16))  # unknown: another function in the second iteration
