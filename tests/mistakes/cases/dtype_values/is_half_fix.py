import jax.numpy as jnp

from promo_typing import Array


def is_half(x: Array[jnp.bfloat16]) -> bool:
    return x.dtype == jnp.bfloat16


def main() -> bool:
    return is_half(jnp.ones(3, jnp.bfloat16))
