import jax
import jax.numpy as jnp

from promo_typing import Array


def jitter(key: jax.Array, x: Array[jnp.bfloat16], amount: float) -> Array[jnp.bfloat16]:
    noise = jax.random.normal(key, x.shape, x.dtype)
    return x + amount * noise


def main() -> jax.Array:
    return jitter(jax.random.key(0), jnp.ones((4, 8), jnp.bfloat16), 0.1)
