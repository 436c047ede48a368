from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array


class State(NamedTuple):
    position: Array[jnp.float32]
    downhill: Array[jnp.int32]


def minimize(position: Array[jnp.float32], steps: int) -> State:
    def step(state: State, _: None) -> tuple[State, None]:
        force = -2.0 * state.position
        power = jnp.sum(force * state.position)
        downhill = jnp.where(power > 0, state.downhill + 1, 0.0)
        return State(state.position + 0.1 * force, downhill), None  # mistake

    state, _ = jax.lax.scan(step, State(position, jnp.int32(0)), length=steps)
    return state


def main() -> jax.Array:
    return minimize(jnp.ones(3), 4).position
