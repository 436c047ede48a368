import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array


class Normalizer:
    def __init__(self) -> None:
        self.history: list[float] = [0.0, 1.0]

    def __call__(self, rewards: Array[jnp.float16]) -> Array[jnp.float16]:
        return rewards / (np.std(self.history) + 1e-3)  # mistake


def main() -> jax.Array:
    return Normalizer()(jnp.ones(3, jnp.float16))
