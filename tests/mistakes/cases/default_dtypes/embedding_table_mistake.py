from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array


class Params(NamedTuple):
    embedding: Array[jnp.float32]
    kernel: Array[jnp.bfloat16]


def forward(params: Params, tokens: Array[jnp.int32]) -> Array[jnp.bfloat16]:
    x = params.embedding[tokens]
    return x @ params.kernel  # mistake


def main() -> jax.Array:
    params = Params(jnp.ones((16, 8)), jnp.ones((8, 8), jnp.bfloat16))
    return forward(params, jnp.arange(4))
