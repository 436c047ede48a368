import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class State:
    position: jax.Array
    reward: jax.Array
    size: float = struct.field(pytree_node=False, default=4.0)


def reset(key):
    position = jax.random.uniform(key, (2,))
    return State(position, jnp.float32(0))


def move(state, action):
    position = jnp.clip(state.position + action, 0.0, state.size)
    reward = jnp.all(position >= state.size)
    return state.replace(position=position, reward=reward)


def rollout(state, actions):
    def step(state, action):
        state = move(state, action)
        return state, state.reward

    return jax.lax.scan(step, state, actions)  # mistake


def main():
    state = reset(jax.random.key(0))
    _, rewards = rollout(state, jnp.ones((5, 2)))
    return rewards
