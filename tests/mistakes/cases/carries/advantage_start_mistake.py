from typing import NamedTuple

import jax
import jax.numpy as jnp


class Transition(NamedTuple):
    done: jax.Array
    action: jax.Array
    value: jax.Array
    reward: jax.Array
    obs: jax.Array


def policy(params, obs):
    h = jnp.tanh(obs @ params["torso"])
    return h @ params["actor"], (h @ params["critic"])[..., 0]


def env_step(position, action):
    position = jnp.where(action > 0, position + 1, position - 1)
    done = jnp.abs(position) >= 3
    reward = jnp.where(position >= 3, 1.0, -0.01)
    return jnp.where(done, 0, position), reward, done


def observe(position):
    return jax.nn.one_hot(position + 3, 7)


def collect(params, key, position, steps):
    def step(carry, _):
        position, key = carry
        key, sub = jax.random.split(key)
        obs = observe(position)
        logits, value = policy(params, obs)
        action = jax.random.categorical(sub, logits)
        position, reward, done = env_step(position, action)
        return (position, key), Transition(done, action, value, reward, obs)

    (position, _), traj = jax.lax.scan(step, (position, key), None, length=steps)
    return position, traj


def advantages(traj, last_value, last_done, gamma=0.99, lam=0.95):
    def step(carry, t):
        gae, next_value = carry
        delta = t.reward + gamma * next_value * (1 - t.done) - t.value
        gae = delta + gamma * lam * (1 - t.done) * gae
        return (gae, t.value), gae

    start = (jnp.zeros_like(last_done), last_value)
    _, result = jax.lax.scan(step, start, traj, reverse=True, unroll=4)  # mistake
    return result


def main() -> jax.Array:
    keys = jax.random.split(jax.random.key(0), 3)
    shapes = {"torso": (7, 8), "actor": (8, 2), "critic": (8, 1)}
    params = {n: jax.random.normal(k, s) for k, (n, s) in zip(keys, shapes.items(), strict=False)}
    position, traj = collect(params, keys[0], jnp.zeros((4,), jnp.int32), 6)
    _, value = policy(params, observe(position))
    return advantages(traj, value, traj.done[-1])
