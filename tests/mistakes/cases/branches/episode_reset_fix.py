from typing import NamedTuple

import jax
import jax.numpy as jnp


class EnvState(NamedTuple):
    pos: jax.Array
    time: jax.Array
    score: jax.Array


def reset(key):
    return EnvState(jax.random.uniform(key, (2,)), jnp.int32(0), jnp.float32(0))


def step(key, state, action):
    pos = state.pos + 0.1 * action
    reward = -jnp.sum(pos**2)
    nxt = EnvState(pos, state.time + 1, state.score + reward)
    done = nxt.time >= 100
    return jax.lax.cond(done, lambda: reset(key), lambda: nxt), reward, done


def main() -> object:
    key = jax.random.key(0)
    return step(key, EnvState(jnp.zeros(2), jnp.int32(3), jnp.float32(0)), jnp.ones(2))
