"""Attributes of objects that functions without annotations pass on until one sets another dtype."""

from typing import reveal_type

import jax.numpy as jnp


class Model:
    def __init__(self):
        self.scale = jnp.ones(3)


def set_scale(model):
    model.scale = jnp.ones(3, jnp.int32)


def pass_on(model):
    set_scale(model)


def pass_on_again(model):
    pass_on(model)


class A:
    def __init__(self):
        self.a = jnp.ones(3)


class B:
    def __init__(self):
        self.b = jnp.ones(3)


class C:
    def __init__(self):
        self.c = jnp.ones(3)


def change_c(c: C) -> None:
    c.c = jnp.ones(3, jnp.int32)


def change_b(b: B, c: C) -> None:
    b.b = c.c * 2


def change_a(a: A, b: B) -> None:
    a.a = b.b * 2


model = Model()
pass_on_again(model)
reveal_type(model.scale)  # unknown: the values have two dtypes
a, b, c = A(), B(), C()
change_c(c)
change_b(b, c)
change_a(a, b)
reveal_type(a.a)  # unknown: it depends on `B.b`
reveal_type(b.b)  # unknown: it depends on `C.c`
reveal_type(c.c)  # unknown: the values have two dtypes
