import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class ModelConfig:
    width: int = 8
    dtype: str = "bfloat"


class Mlp:
    def __init__(self, config, key):
        self.config = config
        self.w = jax.random.normal(key, (config.width, config.width))

    def __call__(self, x):
        w = self.w.astype(self.config.dtype)  # mistake
        return jax.nn.gelu(x.astype(w.dtype) @ w)


def main() -> jax.Array:
    return Mlp(ModelConfig(), jax.random.key(0))(jnp.ones((2, 8)))
