"""A script that trains a model, with a decorated step function below the first calls."""

from functools import partial
from typing import reveal_type

import equinox as eqx
import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]


class Line(eqx.Module):
    slope: jax.Array
    start: jax.Array

    def __init__(self, key, dtype):
        self.slope = jax.random.normal(key, (3,), dtype)
        self.start = jnp.zeros((), dtype)

    def __call__(self, x):
        return x @ self.slope + self.start


def distance(line, x, y):
    return jnp.mean((jax.vmap(line)(x) - y) ** 2)


line = Line(jax.random.key(0), jnp.float32)
optimizer = optax.adam(1e-3)
state = optimizer.init(eqx.filter(line, eqx.is_array))


@eqx.filter_jit
def step(line, state, x, y):
    loss, gradient = eqx.filter_value_and_grad(distance)(line, x, y)
    updates, state = optimizer.update(gradient, state, line)
    return eqx.apply_updates(line, updates), state, loss


@partial(jax.jit, static_argnums=1)
def rounded(loss, digits):
    return jnp.round(loss, digits)


x, y = jnp.ones((8, 3)), jnp.ones(8)
second, _, loss = step(line, state, x, y)
reveal_type(second.slope)
reveal_type(loss)
for _ in range(3):
    line, state, loss = step(line, state, x, y)
reveal_type(line.slope)
reveal_type(line(x[0]))
reveal_type(rounded(loss, 2))
