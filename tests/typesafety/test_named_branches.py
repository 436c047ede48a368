"""Branches without annotations in a named list: JAX judges the findings."""

from __future__ import annotations

from pathlib import Path

from .judged import assert_judged

PROGRAM = """\
import jax
import jax.numpy as jnp
from jax import lax

X = jnp.ones(3)


def kept(x):
    return x


def sign(x):
    return jnp.where(x > 0, 1, -1)


def bump(x):
    return jnp.exp(-(x**2))


def cast(x):
    return sign(x).astype(x.dtype)


UNLIKE = [kept, sign, bump]
ALIKE = (kept, bump, cast)
LAMBDAS = [lambda x: x, lambda x: x > 0]
OF_JAX = [jnp.tanh, jnp.sign, kept]


def of_unlike():
    return lax.switch(1, UNLIKE, X)


def of_alike():
    return lax.switch(1, ALIKE, X)


def of_lambdas():
    return lax.switch(1, LAMBDAS, X)


def of_functions_of_jax():
    return lax.switch(1, OF_JAX, X)


def of_local_list():
    branches = [bump, sign]
    return lax.switch(0, branches, X)


def of_local_tuple():
    branches = kept, bump
    return lax.switch(0, branches, X)


def of_integers():
    return lax.switch(0, UNLIKE[:2], jnp.arange(3))


def of_one_of_two_lists(first=True):
    branches = UNLIKE if first else ALIKE
    return lax.switch(0, branches[:1], X)


def of_loop():
    x = X
    for kind in range(2):
        x = jax.lax.switch(kind, ALIKE, x)
    return x


def of_changed_list():
    replaced = [lambda x: x, lambda x: x > 0]
    replaced[1] = lambda x: x * 2
    return lax.switch(0, replaced, X)


class Model:
    def __init__(self):
        self.steps = [self.keep, self.round]
        self.replaced_steps = [self.keep, self.round]
        self.replaced_steps[1] = self.keep

    def keep(self, x):
        return x * 2

    def round(self, x):
        return x.astype(jnp.int8)

    def of_attribute(self):
        return lax.switch(0, self.steps, X)

    def of_changed_attribute(self):
        return lax.switch(0, self.replaced_steps, X)


class Replaced:
    def __init__(self):
        self.steps = [self.keep, self.round]

    def keep(self, x):
        return x * 2

    def round(self, x):
        return x.astype(jnp.int8)

    def of_replaced_step(self):
        return lax.switch(0, self.steps, X)


class Below(Replaced):
    def round(self, x):
        return jnp.round(x)


def of_attribute():
    return Model().of_attribute()


def of_attribute_below():
    return Below().of_replaced_step()


def of_changed_attribute():
    return Model().of_changed_attribute()


def called():
    of_changed_list(), of_attribute(), of_attribute_below(), of_changed_attribute()
    of_unlike(), of_alike(), of_lambdas(), of_functions_of_jax(), of_local_list(), of_local_tuple()
    of_integers(), of_one_of_two_lists(), of_loop()
"""


def test_the_branches_found_are_those_that_jax_refuses(tmp_path: Path) -> None:
    assert_judged(tmp_path, PROGRAM, (TypeError,))
