from dataclasses import dataclass

import jax
import jax.numpy as jnp

from promo_typing import Array

Weights = dict[str, Array[jnp.bfloat16]]


@dataclass(frozen=True)
class Sgd:
    learning_rate: float


def apply_updates(params: Weights, grads: Weights, optimizer: Sgd) -> Weights:
    return {name: param - optimizer.learning_rate * grads[name] for name, param in params.items()}


def main() -> jax.Array:
    params = {"w": jnp.ones((4, 8), jnp.bfloat16)}
    optimizer = Sgd(1e-3)
    return apply_updates(params, params, optimizer)["w"]
