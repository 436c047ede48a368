from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Batch(NamedTuple):
    obs: jax.Array
    action: jax.Array
    reward: jax.Array
    next_obs: jax.Array


class Agent(NamedTuple):
    online: dict
    target: dict
    step: int


def q_network(key, obs_dim, num_actions):
    k1, k2 = jax.random.split(key)
    return {
        "w1": jax.random.normal(k1, (obs_dim, 16), jnp.float16) * 0.1,
        "w2": jax.random.normal(k2, (16, num_actions), jnp.float16) * 0.1,
    }


def q_values(params, obs):
    return jax.nn.relu(obs @ params["w1"]) @ params["w2"]


def td_loss(online, target, batch):
    q = jnp.take_along_axis(q_values(online, batch.obs), batch.action[:, None], axis=1)[:, 0]
    bootstrap = batch.reward + 0.99 * q_values(target, batch.next_obs).max(-1)
    return jnp.mean((q - jax.lax.stop_gradient(bootstrap)) ** 2)


def polyak(target, online, period):
    tau = float(1.0 - np.exp(-1.0 / period))
    return jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, target, online)


def learn(agent, batch):
    grads = jax.grad(td_loss)(agent.online, agent.target, batch)
    online = jax.tree.map(lambda p, g: p - 1e-2 * g, agent.online, grads)
    target = polyak(agent.target, online, period=50)
    return Agent(online, target, agent.step + 1)


def main() -> jax.Array:
    params = q_network(jax.random.key(0), 4, 2)
    agent = Agent(params, params, 0)
    obs = jnp.ones((3, 4), jnp.float16)
    batch = Batch(obs, jnp.array([0, 1, 0]), jnp.ones(3, jnp.float16), obs)
    for _ in range(2):
        agent = learn(agent, batch)
    return agent.target["w1"]
