from typing import Any

import jax.numpy as jnp

from promo_typing import Array


class Embeddings:
    def __init__(self, size: int) -> None:
        self.mask_token = jnp.zeros((1, 1, size))

    def __call__(
        self, patches: Array[jnp.bfloat16], masked: Array[jnp.bool_]
    ) -> Array[jnp.bfloat16]:
        batch, length, size = patches.shape
        tokens = jnp.broadcast_to(self.mask_token, (batch, length, size))
        w = jnp.expand_dims(masked, -1)
        return patches * (1 - w) + tokens.astype(patches.dtype) * w


def main() -> Any:
    return Embeddings(4)(jnp.ones((2, 3, 4), jnp.bfloat16), jnp.ones((2, 3), bool))
