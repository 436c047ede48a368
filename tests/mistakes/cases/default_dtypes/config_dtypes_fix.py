from dataclasses import dataclass, field

import jax
import jax.numpy as jnp


@dataclass
class Config:
    vocab: int = 32
    width: int = 8
    max_length: int = 16
    dtype: str = "bfloat16"
    weight_dtype: str = "float32"
    extras: dict = field(default_factory=dict)


class Embedding:
    def __init__(self, config, key):
        self.dtype = jnp.dtype(config.dtype)
        weight_dtype = jnp.dtype(config.weight_dtype)
        k1, k2 = jax.random.split(key)
        self.tokens = jax.random.normal(k1, (config.vocab, config.width), weight_dtype)
        self.positions = jax.random.normal(k2, (config.max_length, config.width), weight_dtype)

    def __call__(self, ids):
        x = jnp.take(self.tokens.astype(self.dtype), ids, axis=0)
        positions = self.positions[: ids.shape[-1]]
        return x + positions.astype(self.dtype)


class Projection:
    def __init__(self, config, key):
        self.dtype = jnp.dtype(config.dtype)
        self.kernel = jax.random.normal(
            key, (config.width, config.width), jnp.dtype(config.weight_dtype)
        )

    def __call__(self, x):
        return jnp.dot(x, self.kernel.astype(self.dtype))


class Model:
    def __init__(self, config, key):
        k1, k2 = jax.random.split(key)
        self.embedding = Embedding(config, k1)
        self.projection = Projection(config, k2)

    def __call__(self, ids):
        return self.projection(self.embedding(ids))


def main() -> jax.Array:
    config = Config(width=4)
    model = Model(config, jax.random.key(0))
    return model(jnp.arange(6)[None])
