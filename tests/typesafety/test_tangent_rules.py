"""Tangents in rules by ``@f.defjvp``, without annotations: JAX judges the findings."""

from __future__ import annotations

from pathlib import Path

from .judged import assert_judged

PROGRAM = """\
from functools import partial

import jax
import jax.numpy as jnp

HALF = jnp.ones(3, jnp.float16)


@jax.custom_jvp
def widened(x):
    return jnp.sqrt(jnp.sum(x * x))


@widened.defjvp
def widened_rule(primals, tangents):
    (x,), (t,) = primals, tangents
    y = widened(x)
    return y, jnp.vdot(x.astype(jnp.float32), t.astype(jnp.float32)) / y


@jax.custom_jvp
def kept(x):
    return jnp.sum(x)


@kept.defjvp
def kept_rule(primals, tangents):
    (x,), (t,) = primals, tangents
    return kept(x), jnp.sum(t.astype(jnp.float32)).astype(t.dtype)


@jax.custom_jvp
def both_wide(x):
    return jnp.sum(x)


@both_wide.defjvp
def both_wide_rule(primals, tangents):
    (x,), (t,) = primals, tangents
    return jnp.sum(x.astype(jnp.float32)), jnp.sum(t.astype(jnp.float32))


@partial(jax.custom_jvp, nondiff_argnums=(1,))
def scaled(x, factor):
    return jnp.sum(x * factor)


@scaled.defjvp
def scaled_rule(factor, primals, tangents):
    (x,), (t,) = primals, tangents
    return scaled(x, factor), jnp.sum(t.astype(jnp.float32)) * factor


@jax.custom_jvp
def two(x, y):
    return jnp.sum(x * y)


@two.defjvp
def two_rule(primals, tangents):
    (x, y), (s, t) = primals, tangents
    return two(x, y), jnp.sum(s * y + x * t)


def of_widened():
    return jax.grad(lambda x: widened(x))(HALF)


def of_kept():
    return jax.grad(lambda x: kept(x))(HALF)


def of_both_wide():
    return jax.grad(lambda x: both_wide(x))(HALF)


def of_two():
    return jax.grad(lambda x: two(x, HALF))(HALF)
"""


def test_the_tangents_found_are_those_that_jax_refuses(tmp_path: Path) -> None:
    assert_judged(tmp_path, PROGRAM, (TypeError,), {"widened_rule": "of_widened"})
