import jax
import jax.numpy as jnp
import numpy as np


class RunningMoments:
    def __init__(self, shape, epsilon=1e-4):
        self.mean = np.zeros(shape)
        self.var = np.ones(shape)
        self.count = epsilon

    def update(self, batch):
        mean, var, size = batch.mean(0), batch.var(0), batch.shape[0]
        delta = mean - self.mean
        total = self.count + size
        self.mean = self.mean + delta * size / total
        spread = self.var * self.count + var * size + delta**2 * self.count * size / total
        self.var = spread / total
        self.count = total


class Agent:
    def __init__(self, key, size, actions):
        self.head = jax.random.normal(key, (size, actions), jnp.bfloat16)
        self.moments = RunningMoments((size,))

    def act(self, frames):
        frames = jnp.asarray(frames, jnp.bfloat16)
        centred = frames - self.moments.mean.astype(jnp.bfloat16)
        scale = 1 / np.sqrt(self.moments.var + 1e-8)
        return centred * scale.astype(jnp.bfloat16) @ self.head


def main() -> jax.Array:
    agent = Agent(jax.random.key(0), 3, 2)
    generator = np.random.default_rng(0)
    frames = generator.normal(size=(4, 3))
    for _ in range(3):
        frames = generator.normal(size=(4, 3))
        agent.moments.update(frames)
    return agent.act(frames)
