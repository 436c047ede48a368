"""Numbers and strings that parameters and fields always have: JAX judges the findings."""

from __future__ import annotations

from pathlib import Path

from .judged import assert_judged

PROGRAM = """\
import sys

import jax
import jax.numpy as jnp

STAMP = 1_693_178_784_298
FAR = sys.maxsize
SOON, (LATE, _) = 5, (3_000_000_000, 0)
X = jnp.arange(1, 4)


def weights(x, power=-2):
    return x**power


def of_default():
    return weights(X)


def halves(x, exponent):
    return x**exponent


def of_argument():
    return halves(X, -1)


def positive(x, positive_power=2):
    return x**positive_power


def of_positive():
    return positive(X)


def chosen(x, tested=-1):
    if tested < 0:
        return 1 / x ** (-tested)
    return x**tested


def of_tested():
    return chosen(X)


def handed_on(x, tested):
    return halves(x, tested)


def of_tested_and_handed_on():
    return handed_on(X, 2)


def changed(x, steps=-1):
    steps = steps + 2
    return x**steps


def of_changed():
    return changed(X)


@jax.jit
def traced(x, exponent_in_jit):
    return jnp.power(x, exponent_in_jit)


def of_traced():
    return traced(X, -1)


class Clock:
    def __init__(self, start=STAMP, step=1):
        self.start = start
        self.step = step
        self.limit = 2**40

    def now(self, x):
        return self.start + x

    def later(self, x):
        return self.step + x

    def clipped(self, x):
        return jnp.minimum(x, self.limit)


def of_field():
    return Clock().now(X)


def of_small_field():
    return Clock().later(X)


def of_computed_field():
    return Clock().clipped(X)


class Either:
    def __init__(self, first):
        self.first = first

    def now(self, x):
        return self.first + x


def of_one_of_two():
    return Either(3).now(X)


def of_other_of_two():
    return Either(jnp.int32(5)).now(X)


class Config:
    def __init__(self, name, known="float16"):
        self.name = name
        self.known = known


def of_unknown_name():
    return X.astype(Config("flaot32").name)


def of_known_name():
    return X.astype(Config("flaot32").known)


def of_constant():
    return jnp.where(X > 0, X, FAR)


def of_unpacked():
    return X != LATE


def of_small_unpacked():
    return X != SOON
"""
CALLED = {
    "weights": "of_default",
    "halves": "of_argument",
    "now": "of_field",
    "clipped": "of_computed_field",
}
"""The functions in which a mistake is found, and those that call them."""


def test_the_lines_found_are_those_that_jax_refuses(tmp_path: Path) -> None:
    assert_judged(tmp_path, PROGRAM, (TypeError, OverflowError), CALLED)
