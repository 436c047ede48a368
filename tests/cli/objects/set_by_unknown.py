"""Attributes that may be set on an object of which the program does not show the class."""

from typing import reveal_type

import jax.numpy as jnp


class Model:
    def __init__(self):
        self.scale = jnp.ones(3)
        self.kept = jnp.ones(3)
        self.factor = 1.0
        self.size = 1.0
        self.rate = 1.0
        self.step = 1.0
        self.number = 1.0


def set_scale(model):
    model.scale = jnp.ones(3, jnp.int32)
    model.factor = jnp.ones(3)
    model.number = 2.0


def pass_on(model):
    set_scale(model)


def pass_on_again(model):
    pass_on(model)


def pass_on_thrice(model):
    pass_on_again(model)


def pass_on_four_times(model):
    pass_on_thrice(model)


def set_others(model):
    model.size = jnp.ones(3)
    model.rate *= jnp.ones(3)
    for model.step in jnp.ones((2, 3)):
        pass


class Maybe:
    def __init__(self):
        self.width = jnp.ones(3)


def set_width(maybe: Maybe | None):
    if maybe is not None:
        maybe.width = jnp.ones(3, jnp.int32)


class First:
    def __init__(self):
        self.first = jnp.ones(3)


class Second:
    def __init__(self):
        self.second = jnp.ones(3)


class Third:
    def __init__(self):
        self.third = jnp.ones(3)


def change(first: First, second: Second, third: Third) -> None:
    third.third = jnp.ones(3, jnp.int32)
    second.second = third.third * 2
    first.first = second.second * 2


x = jnp.ones(3, jnp.bfloat16)
model = Model()
pass_on_four_times(model)
set_others(model)
reveal_type(model.scale)  # unknown: five functions away it gets another dtype
reveal_type(model.kept)
reveal_type(x * model.factor)  # unknown: five functions away it gets an array
reveal_type(x * model.size)  # unknown: it gets an array
reveal_type(x * model.rate)  # unknown: it becomes an array
reveal_type(x * model.step)  # unknown: a loop sets it
reveal_type(x * model.number)
maybe = Maybe()
set_width(maybe)
reveal_type(maybe.width)  # unknown: the values have two dtypes
first, second, third = First(), Second(), Third()
change(first, second, third)
reveal_type(third.third)  # unknown: the values have two dtypes
reveal_type(second.second)  # unknown: it depends on `Third.third`
reveal_type(first.first)  # unknown: it depends on `Second.second`
