import jax
import jax.numpy as jnp

from promo_typing import Array


def residual(x: Array[jnp.bfloat16], update: Array[jnp.float8_e4m3fn]) -> Array[jnp.bfloat16]:
    return x + update.astype(x.dtype)


def main() -> jax.Array:
    return residual(jnp.ones(4, jnp.bfloat16), jnp.ones(4, jnp.float8_e4m3fn))
