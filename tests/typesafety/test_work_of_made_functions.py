"""Limits how often a function is checked for functions that are made anew in each call."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_mypy.inference.body_checks import BodyChecks
from tests.typesafety.work import work

PROGRAM = """
import functools

import jax
import jax.numpy as jnp

def scaled(x, factor):
    return x * factor

def applied(f, x):
    return f(x)

def step(x, tag):
    def inner(y):
        return scaled(y, 2.0)
    made = {made}
    return applied(made, x)

half = jnp.ones(3, jnp.bfloat16)
reveal_type(step(half, 1))
reveal_type(step(half, True))
reveal_type(step(half, 1.5))
"""
CHECKS = {
    "inner": 9,
    "jax.jit(inner)": 9,
    "functools.partial(scaled, factor=2.0)": 7,
    "jax.jit(functools.partial(scaled, factor=2.0))": 7,
    "functools.partial(jnp.multiply, 2.0)": 6,
    "jax.grad(lambda x: jnp.sum(x * 2))": 8,
}
"""Functions, and how many bodies are checked.

``step`` is checked for each of its three calls. ``applied`` and the functions that it leads to are
checked once for bfloat16 and once for a parameter of unknown type, as mypy's own look at ``step``
has; that look also checks ``scaled`` in ``inner``.
"""


@pytest.mark.parametrize("made", CHECKS)
def test_equal_functions_are_one_argument(
    made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = (BodyChecks, "visit")
    checks, out = work(visit, tmp_path, PROGRAM.replace("{made}", made), monkeypatch)
    assert out.count("scalar_types.bfloat16]") == 3, out
    assert checks == CHECKS[made], out
