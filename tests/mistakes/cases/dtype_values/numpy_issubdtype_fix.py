import jax.numpy as jnp

from promo_typing import Array


def differentiable(x: Array[jnp.bfloat16]) -> bool:
    return bool(jnp.issubdtype(x.dtype, jnp.floating))


def main() -> bool:
    return differentiable(jnp.ones(3, jnp.bfloat16))
