from typing import NamedTuple

import jax
import jax.numpy as jnp


class EnvState(NamedTuple):
    context: jax.Array
    query: jax.Array
    time: jax.Array
    last_reward: jax.Array


class MemoryChain:
    memory_length = 5
    num_bits = 3

    def reset(self, key):
        key_context, key_query = jax.random.split(key)
        context = jax.random.bernoulli(key_context, 0.5, (self.num_bits,)).astype(jnp.int32)
        query = jax.random.randint(key_query, (), 0, self.num_bits)
        state = EnvState(context, query, jnp.int32(0), jnp.float32(0.0))
        return self.observe(state), state

    def observe(self, state):
        show = (state.time == 0).astype(jnp.float32)
        return jnp.concatenate(
            [jnp.array([1 - state.time / self.memory_length]), state.context * show]
        )

    def step(self, state, action):
        finished = state.time + 1 >= self.memory_length
        correct = action == state.context[state.query]
        reward = jnp.where(finished, jnp.where(correct, 1, -1), 0)  # mistake
        state = state._replace(time=state.time + 1, last_reward=reward)
        return self.observe(state), state, reward, finished


def rollout(env, key, num_steps):
    key, reset_key = jax.random.split(key)
    obs, state = env.reset(reset_key)

    def body(carry, key):
        obs, state = carry
        action = jax.random.randint(key, (), 0, 2)
        obs, state, reward, done = env.step(state, action)
        return (obs, state), (reward, done)

    return jax.lax.scan(body, (obs, state), jax.random.split(key, num_steps))  # mistake


def main() -> jax.Array:
    (_obs, _state), (rewards, _dones) = rollout(MemoryChain(), jax.random.key(0), 5)
    return rewards
