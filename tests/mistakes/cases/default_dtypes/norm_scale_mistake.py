from dataclasses import dataclass

import jax
import jax.numpy as jnp

from promo_typing import Array


@dataclass
class Norm:
    features: int
    param_dtype: type[jnp.bfloat16] = jnp.bfloat16

    def init(self) -> Array[jnp.bfloat16]:
        return jnp.ones(self.features)  # mistake


def main() -> jax.Array:
    return Norm(4).init()
