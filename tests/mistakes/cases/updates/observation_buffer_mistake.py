from typing import NamedTuple

import jax
import jax.numpy as jnp


class Transition(NamedTuple):
    obs: jax.Array
    action: jax.Array
    reward: jax.Array


class ReplayBuffer:
    def __init__(self, capacity, obs_dim):
        self.capacity = capacity
        self.obs_dim = obs_dim

    def init(self):
        return Transition(
            obs=jnp.zeros((self.capacity, self.obs_dim), jnp.float16),
            action=jnp.zeros((self.capacity,), jnp.int32),
            reward=jnp.zeros((self.capacity,)),
        )

    def add(self, buffer, index, transition):
        return Transition(
            obs=buffer.obs.at[index].set(transition.obs),  # mistake
            action=buffer.action.at[index].set(transition.action),
            reward=buffer.reward.at[index].set(transition.reward),
        )


def rollout(key, steps=4):
    replay = ReplayBuffer(8, 3)
    buffer = replay.init()
    for i in range(steps):
        key, k1, k2 = jax.random.split(key, 3)
        obs = jax.random.normal(k1, (3,))
        action = jax.random.randint(k2, (), 0, 2)
        buffer = replay.add(buffer, i, Transition(obs, action, -jnp.sum(obs**2)))
    return buffer


def main():
    return rollout(jax.random.key(0)).obs
