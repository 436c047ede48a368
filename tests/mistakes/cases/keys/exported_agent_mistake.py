import jax
import jax.numpy as jnp
import numpy as np


class Agent:
    def __init__(self, seed, dim):
        self.key = jax.random.key(seed)
        self.weights = jnp.zeros(dim)

    def act(self, obs):
        self.key, draw = jax.random.split(self.key)
        return obs @ self.weights + jax.random.normal(draw)

    def export(self):
        return {"weights": np.asarray(self.weights), "key": np.asarray(self.key)}  # mistake


AGENT = Agent(0, 3)
AGENT.act(jnp.ones(3))
SAVED = AGENT.export()


def main() -> jax.Array:
    return jnp.asarray(SAVED["key"])
