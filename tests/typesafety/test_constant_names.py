"""Numbers and strings that parameters and fields always have: JAX judges what is found."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
import sys

import jax
import jax.numpy as jnp

STAMP = 1_693_178_784_298
FAR = sys.maxsize


def weights(x, power=-2):
    return x**power


def of_default(x):
    return weights(x)


def halves(x, exponent):
    return x**exponent


def of_argument(x):
    return halves(x, -1)


def positive(x, positive_power=2):
    return x**positive_power


def of_positive(x):
    return positive(x)


def chosen(x, tested=-1):
    if tested < 0:
        return 1 / x ** (-tested)
    return x**tested


def of_tested(x):
    return chosen(x)


def handed_on(x, tested):
    return halves(x, tested)


def of_tested_and_handed_on():
    return handed_on(X, 2)


def changed(x, steps=-1):
    steps = steps + 2
    return x**steps


def of_changed(x):
    return changed(x)


@jax.jit
def traced(x, exponent_in_jit):
    return jnp.power(x, exponent_in_jit)


def of_traced(x):
    return traced(x, -1)


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


def of_field(x):
    return Clock().now(x)


def of_small_field(x):
    return Clock().later(x)


def of_computed_field(x):
    return Clock().clipped(x)


class Either:
    def __init__(self, first):
        self.first = first

    def now(self, x):
        return self.first + x


def of_one_of_two(x):
    return Either(3).now(x)


def of_other_of_two(x):
    return Either(jnp.int32(5)).now(x)


class Config:
    def __init__(self, name, known="float16"):
        self.name = name
        self.known = known


def of_unknown_name(x):
    return x.astype(Config("flaot32").name)


def of_known_name(x):
    return x.astype(Config("flaot32").known)


def of_constant(x):
    return jnp.where(x > 0, x, FAR)


ARGUMENT = jnp.arange(1, 4)


def check():
    of_default(ARGUMENT), of_argument(ARGUMENT), of_positive(ARGUMENT), of_tested(ARGUMENT)
    of_tested_and_handed_on(), of_changed(ARGUMENT), of_traced(ARGUMENT), of_field(ARGUMENT), of_small_field(ARGUMENT)
    of_computed_field(ARGUMENT), of_one_of_two(ARGUMENT), of_other_of_two(ARGUMENT)
    of_unknown_name(ARGUMENT), of_known_name(ARGUMENT), of_constant(ARGUMENT)
"""
CALLED = {
    "weights": "of_default",
    "halves": "of_argument",
    "now": "of_field",
    "clipped": "of_computed_field",
}
"""The functions in which a mistake is found, and those that call them."""
RAISED = (TypeError, OverflowError)


def test_the_lines_found_are_those_that_jax_refuses(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    messages = [each for each in mypy(tmp_path).stdout.splitlines() if ": error:" in each]
    found = [re.fullmatch(r"main.py:(\d+): error: .*\[dtype-\w+\]", each) for each in messages]
    assert None not in found, messages
    names = {_function_at(int(each[1])) for each in found if each is not None}
    assert {CALLED.get(name, name) for name in names} == _refused(tmp_path / "main.py")


def _function_at(line: int) -> str:
    *_, name = re.findall(r"def (\w+)", "\n".join(PROGRAM.splitlines()[:line]))
    return str(name)


def _refused(program: Path) -> set[str]:
    known = runpy.run_path(str(program))
    found = set()
    for name in (each for each in known if each.startswith("of_")):
        try:
            known[name](known["ARGUMENT"])
        except RAISED:
            found.add(name)
    return found
