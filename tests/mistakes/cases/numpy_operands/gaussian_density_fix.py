import dataclasses

import jax
import jax.numpy as jnp
import numpy as np


@dataclasses.dataclass
class DiagGaussian:
    mean: jax.Array
    log_std: jax.Array

    def log_prob(self, x):
        z = (x - self.mean) * jnp.exp(-self.log_std)
        per_dim = -0.5 * z**2 - self.log_std - 0.5 * float(np.log(2 * np.pi))
        return per_dim.sum(-1, dtype=per_dim.dtype)

    def sample(self, key):
        noise = jax.random.normal(key, self.mean.shape, self.mean.dtype)
        return self.mean + jnp.exp(self.log_std) * noise


class Policy:
    def __init__(self, key, obs_dim, act_dim):
        self.w = jax.random.normal(key, (obs_dim, act_dim), jnp.bfloat16)
        self.log_std = jnp.zeros(act_dim, jnp.bfloat16)

    def __call__(self, obs):
        return DiagGaussian(obs.astype(jnp.bfloat16) @ self.w, self.log_std)


def main():
    policy = Policy(jax.random.key(0), 6, 2)
    dist = policy(jnp.ones((4, 6)))
    return dist.log_prob(dist.sample(jax.random.key(1)))
