from dataclasses import dataclass, field

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array


@dataclass(frozen=True)
class Config:
    heads: int = 8
    scale: np.float32 = field(default_factory=lambda: np.float32(0.125))


def logits(config: Config, q: Array[jnp.bfloat16], k: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    scores = jnp.einsum("qd,kd->qk", q, k)
    return scores * config.scale  # mistake


def main() -> jax.Array:
    q = jnp.ones((2, 4), jnp.bfloat16)
    return logits(Config(), q, q)
