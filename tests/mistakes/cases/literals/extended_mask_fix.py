import jax
import jax.numpy as jnp

from promo_typing import Array


def bias(mask: Array[jnp.bool_]) -> Array[jnp.float16]:
    return (1.0 - mask.astype(jnp.float16)) * -1e4


def main() -> jax.Array:
    return bias(jnp.array(True))
