import jax
import jax.numpy as jnp


def init_buffer(size, obs_dim):
    return {
        "obs": jnp.zeros((size, obs_dim)),
        "action": jnp.zeros(size, jnp.int32),
        "reward": jnp.zeros(size),
    }


def push(buffer, at, obs, action, reward):
    return {
        "obs": buffer["obs"].at[at].set(obs),
        "action": buffer["action"].at[at].set(action),
        "reward": buffer["reward"].at[at].set(reward),
    }


def q_loss(weights, buffer):
    q = buffer["obs"] @ weights
    chosen = q[jnp.arange(q.shape[0]), buffer["action"]]
    return jnp.mean((chosen - buffer["reward"]) ** 2)


def main() -> jax.Array:
    buffer = push(init_buffer(4, 3), 0, jnp.ones(3), 1, 0.5)
    return jax.grad(q_loss)(jnp.ones((3, 2)), buffer)
