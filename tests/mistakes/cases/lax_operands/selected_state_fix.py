from typing import NamedTuple

import jax
import jax.numpy as jnp


class State(NamedTuple):
    x: jax.Array
    energy: jax.Array


def reset(key):
    return State(jax.random.normal(key, (2,)), jnp.array(0.0))


def step(state):
    return State(state.x * 0.5, state.energy + jnp.sum(state.x**2))


def auto_reset(key, state, done):
    fresh, stepped = reset(key), step(state)
    return jax.tree.map(lambda a, b: jax.lax.select(done, a, b), fresh, stepped)


def main() -> jax.Array:
    state = State(jnp.ones(2), jnp.array(0.0))
    return auto_reset(jax.random.key(0), state, jnp.array(True)).energy
