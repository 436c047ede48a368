import jax
import jax.numpy as jnp

from promo_typing import Array


def match(update: Array[jnp.float32], param: Array[jnp.bfloat16]) -> jax.Array:
    return update.astype(param)  # mistake


def main() -> jax.Array:
    return match(jnp.ones(3), jnp.ones(3, jnp.bfloat16))
