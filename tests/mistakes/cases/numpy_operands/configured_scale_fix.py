from dataclasses import dataclass

import jax
import jax.numpy as jnp

from promo_typing import Array


@dataclass(frozen=True)
class Config:
    heads: int = 8
    scale: float = 0.125


def logits(config: Config, q: Array[jnp.bfloat16], k: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    scores = jnp.einsum("qd,kd->qk", q, k)
    return scores * config.scale


def main() -> jax.Array:
    q = jnp.ones((2, 4), jnp.bfloat16)
    return logits(Config(), q, q)
