"""What every module of a random program begins with: helpers without annotations."""

from __future__ import annotations

from typing import Final

HEAD: Final = """\
import functools
import itertools
import operator
from dataclasses import dataclass
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Pair(NamedTuple):
    left: jax.Array
    right: jax.Array


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


def halved(function):
    def wrapper(*args):
        return function(*args) * 0.5

    return wrapper


def casting(dtype):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            return function(*args).astype(dtype)

        return wrapper

    return decorate


def after(last):
    def decorate(function):
        return lambda *args: last(function(*args))

    return decorate


def applied(function, *args, **named):
    return function(*args, **named)


def applied_to_all(functions, x):
    return [function(x) for function in functions]


def doubled(x):
    return x * 2


def widened(x):
    return x.astype(jnp.float32)


def best(x):
    return jnp.argmax(x, keepdims=True)


def positive(x):
    return (x > 0) * 2


def cast(x, dtype):
    return x.astype(dtype)


def added(x, y):
    return x + y


def scaler(rate):
    def scale(x):
        return x * rate

    return scale


def compose(f, g):
    def composed(x):
        return g(f(x))

    return composed


def chain(*functions):
    def run(x):
        for function in functions:
            x = function(x)
        return x

    return run


def with_default(x, function=widened):
    return function(x)


def with_none(x, function=None):
    if function is None:
        function = doubled
    return function(x)


def with_or(x, function=None):
    function = function or doubled
    return function(x)


def with_choice(x, function=None):
    chosen = doubled if function is None else function
    return chosen(x)


def rebound(function, rate):
    def scale(x):
        return function(x) * rate

    rate = rate.astype(jnp.bfloat16)
    return scale


def kept(function):
    return lambda x: jnp.broadcast_to(function(x), (2, 2)).astype(x.dtype)


def stepped(function, carry, x):
    return kept(function)(carry), function(x)


class Scale:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, x):
        return x * self.rate


class Stepper:
    def __init__(self, function):
        self.function = function

    def step(self, carry, x):
        return carry, self.function(x)
"""
