"""Objects that functions without annotations return are known although mypy gives them Any."""

from dataclasses import dataclass, replace
from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp
from jax import Array


@dataclass(frozen=True)
class State:
    weights: Array
    count: Array


class Pair(NamedTuple):
    low: Array
    high: Array


def made(size):
    return State(jnp.zeros(size, jnp.bfloat16), jnp.zeros((), jnp.int32))


def stepped(state, x):
    return replace(state, weights=state.weights + x, count=state.count + 1)


def halves(state):
    return Pair(state.weights[:1], state.weights[1:].astype(jnp.float16))


def scale():
    return 2.0


def in_a_function(x: Array) -> Array:
    state = made(3)
    reveal_type(state.weights)
    for _ in range(3):
        state = stepped(state, x)
        reveal_type(state.weights)
    both = halves(state)
    low, high = both
    reveal_type(low)
    reveal_type(high)
    reveal_type(both.high * scale())
    return state.weights


class Holder:
    def __init__(self):
        self.state = made(2)

    def method(self, x: Array) -> Array:
        found = stepped(made(2), jnp.ones(2, jnp.bfloat16))
        reveal_type(found.count)
        inner = jax.jit(lambda y: found.weights * y)
        reveal_type(inner(jnp.float16(2)))
        return x


x16 = jnp.ones(3, jnp.bfloat16)
in_a_function(x16)
Holder().method(x16)
states = []
state = made(3)
for _ in range(2):
    state = stepped(state, x16)
    reveal_type(state.weights)
    states.append(state)
reveal_type(states[0].weights)
reveal_type(halves(state).high)
scaled = state.weights * scale()
reveal_type(scaled)
if len(states) == 2:
    state, other = made(2), made(4)
    reveal_type(state.weights + other.count)
reveal_type(state.count)


def of_module(n):
    return scaled * n


reveal_type(of_module(2))
