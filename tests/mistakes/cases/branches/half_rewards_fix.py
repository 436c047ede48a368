from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class TimeStep:
    observation: jax.Array
    reward: jax.Array
    discount: jax.Array


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class State:
    agent: jax.Array
    goal: jax.Array
    key: jax.Array
    steps: jax.Array


def restart(observation, dtype):
    return TimeStep(observation, jnp.zeros((), dtype), jnp.ones((), dtype))


class Maze:
    def __init__(self, size=5, limit=20, reward_dtype: Any = jnp.float16):
        self.size, self.limit, self.reward_dtype = size, limit, reward_dtype

    def reset(self, key):
        key, a, g = jax.random.split(key, 3)
        agent = jax.random.randint(a, (2,), 0, self.size)
        goal = jax.random.randint(g, (2,), 0, self.size)
        state = State(agent, goal, key, jnp.int32(0))
        return state, restart(self._observe(state), self.reward_dtype)

    def _observe(self, state):
        grid = jnp.zeros((self.size, self.size), jnp.int8)
        return grid.at[tuple(state.agent)].set(1).at[tuple(state.goal)].set(2)

    def step(self, state, action):
        moves = jnp.array([[0, 1], [1, 0], [0, -1], [-1, 0]])
        agent = jnp.clip(state.agent + moves[action], 0, self.size - 1)
        state = replace(state, agent=agent, steps=state.steps + 1)
        found = jnp.all(agent == state.goal)
        done = found | (state.steps >= self.limit)
        reward = found.astype(self.reward_dtype)
        discount = jnp.where(done, 0, 1).astype(self.reward_dtype)
        return state, TimeStep(self._observe(state), reward, discount), done

    def auto_reset_step(self, state, action):
        state, timestep, done = self.step(state, action)
        return jax.lax.cond(
            done,
            lambda: self.reset(state.key),
            lambda: (state, timestep),
        )


def main() -> jax.Array:
    env = Maze()
    state, timestep = env.reset(jax.random.key(0))
    for action in (0, 1, 2):
        state, timestep = jax.jit(env.auto_reset_step)(state, action)
    return timestep.reward
