from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Config:
    heads: int = 2
    width: int = 8

    @property
    def head_dim(self):
        return self.width // self.heads


class Attention:
    def __init__(self, config: Config):
        self.config = config
        self.scale = config.head_dim**-0.5

    def split(self, x):
        return x.reshape(x.shape[0], self.config.heads, -1)

    def __call__(self, q, k, v):
        q, k, v = map(self.split, (q, k, v))
        scores = jnp.einsum("qhd,khd->hqk", q, k) * self.scale
        weights = jax.nn.softmax(scores, axis=-1)
        return jnp.einsum("hqk,khd->qhd", weights, v)


def main() -> jax.Array:
    x = jnp.ones((3, 8), jnp.bfloat16)
    return Attention(Config())(x, x, x)
