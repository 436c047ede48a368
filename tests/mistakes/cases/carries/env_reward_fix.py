import jax
import jax.numpy as jnp


def reset():  # type: ignore[no-untyped-def]
    return {"position": jnp.zeros(2), "reward": jnp.zeros(()), "time": jnp.int32(0)}


def step(state, action):  # type: ignore[no-untyped-def]
    position = state["position"] + action
    reward = jnp.where(position.sum() > 1.0, 1.0, 0.0)
    return {"position": position, "reward": reward, "time": state["time"] + 1}, reward


def rollout(actions: jax.Array) -> jax.Array:
    _, rewards = jax.lax.scan(step, reset(), actions)
    return rewards


def main() -> jax.Array:
    return rollout(jnp.ones((5, 2)))
