from typing import NamedTuple

import jax
import jax.numpy as jnp


class EnvState(NamedTuple):
    position: jax.Array
    total: jax.Array
    time: int


def reset(key):
    return EnvState(jax.random.normal(key, (2,)), jnp.zeros((), jnp.int32), 0)


def step(state, action):
    position = state.position + action
    reward = -jnp.abs(position).sum()
    return EnvState(position, state.total + reward, state.time + 1), reward


def rollout(key, actions):
    return jax.lax.scan(step, reset(key), actions)  # mistake


def main() -> jax.Array:
    final, _ = rollout(jax.random.key(0), jnp.ones((4, 2)))
    return final.total
