import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

NEG_INF = np.float32(-1e30)


def mask_scores(scores: Array[jnp.bfloat16], mask: Array[jnp.bool_]) -> Array[jnp.bfloat16]:
    return jnp.where(mask, scores, NEG_INF)  # mistake


def main() -> jax.Array:
    return mask_scores(jnp.ones((4, 4), jnp.bfloat16), jnp.tri(4, dtype=bool))
