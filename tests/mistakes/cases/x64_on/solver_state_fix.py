from typing import NamedTuple

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class State(NamedTuple):
    t: jax.Array
    y: jax.Array
    dt: jax.Array


def body(state: State) -> State:
    return state._replace(t=state.t + state.dt, y=state.y * jnp.exp(-state.dt))


def solve() -> jax.Array:
    start = State(jnp.zeros(()), jnp.ones(2), jnp.asarray([0.1]).sum())
    return jax.lax.while_loop(lambda state: state.t < 1, body, start).y


def main() -> jax.Array:
    return solve()
