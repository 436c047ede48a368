from typing import NamedTuple

import jax
import jax.numpy as jnp


class TimeStep(NamedTuple):
    reward: jax.Array
    discount: jax.Array
    observation: jax.Array


class State(NamedTuple):
    step_count: jax.Array
    payoff: jax.Array


PAYOFF = [[3, 0], [5, 1]]


def restart(observation, num_agents):
    return TimeStep(jnp.zeros(num_agents), jnp.ones(num_agents), observation)


def transition(reward, observation, num_agents):
    return TimeStep(reward, jnp.ones(num_agents), observation)


class MatrixGame:
    num_agents = 2

    def reset(self):
        state = State(jnp.array(0, jnp.int32), jnp.array(PAYOFF))
        return state, restart(jnp.zeros((self.num_agents, 2)), self.num_agents)

    def rewards(self, state, actions):
        mine = state.payoff[actions[0], actions[1]]
        other = state.payoff[actions[1], actions[0]]
        return jnp.stack([mine, other])  # mistake

    def step(self, state, actions):
        state = state._replace(step_count=state.step_count + 1)
        observation = jax.nn.one_hot(actions, 2)
        return state, transition(self.rewards(state, actions), observation, self.num_agents)


def auto_reset(env, state, actions, horizon):
    return jax.lax.cond(  # mistake
        state.step_count >= horizon,
        lambda: env.reset(),
        lambda: env.step(state, actions),
    )


def main() -> jax.Array:
    env = MatrixGame()
    state, timestep = env.reset()
    total = timestep.reward
    for _ in range(3):
        state, timestep = auto_reset(env, state, jnp.array([0, 1]), 2)
        total += timestep.reward
    return total
