"""Derivatives with respect to dictionaries and attributes: JAX judges the findings."""

from __future__ import annotations

from pathlib import Path

from .judged import assert_judged

PROGRAM = """\
import jax
import jax.numpy as jnp

X = jnp.ones((3, 2))


def created():
    return {"w": jnp.ones(2), "count": jnp.zeros((), jnp.int32)}


def of_floats_made():
    return {"w": jnp.ones(2), "b": {"c": jnp.zeros(())}}


def loss(params, x):
    return jnp.mean(x @ params["w"])


def of_count():
    params = created()
    return jax.grad(loss)(params, X)


def of_floats():
    params = of_floats_made()
    return jax.grad(loss)(params, X)


def of_allowed():
    params = created()
    return jax.grad(loss, allow_int=True)(params, X)


def of_value_and_gradient():
    params = {"w": jnp.ones(2), "mask": jnp.ones(2, bool)}
    return jax.value_and_grad(loss)(params, X)


class Trainer:
    def __init__(self):
        self.gradient = jax.jit(jax.grad(loss))
        self.second = jax.grad(loss, argnums=1)

    def step(self, params, x):
        return self.gradient(params, x)

    def of_inputs(self, params, x):
        return self.second(params, x)


def of_attribute():
    return Trainer().gradient(created(), X)


def of_attribute_with_floats():
    return Trainer().gradient(of_floats_made(), X)


def of_other_argument():
    return Trainer().second(created(), X)


def of_integers_in_other_argument():
    return Trainer().second(created(), jnp.ones((3, 2), int))
"""


def test_the_gradients_found_are_those_that_jax_refuses(tmp_path: Path) -> None:
    assert_judged(tmp_path, PROGRAM, (TypeError,))
