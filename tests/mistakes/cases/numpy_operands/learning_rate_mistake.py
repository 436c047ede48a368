from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

Weights = dict[str, Array[jnp.bfloat16]]


@dataclass(frozen=True)
class Sgd:
    learning_rate: np.float32


def apply_updates(params: Weights, grads: Weights, optimizer: Sgd) -> Weights:
    return {
        name: param - optimizer.learning_rate * grads[name]  # mistake
        for name, param in params.items()
    }


def main() -> jax.Array:
    params = {"w": jnp.ones((4, 8), jnp.bfloat16)}
    optimizer = Sgd(np.float32(1e-3))
    return apply_updates(params, params, optimizer)["w"]
