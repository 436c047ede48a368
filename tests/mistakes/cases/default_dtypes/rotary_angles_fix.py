import jax
import jax.numpy as jnp

from promo_typing import Array


def rotate(x: Array[jnp.bfloat16], positions: Array[jnp.int32]) -> Array[jnp.bfloat16]:
    half = x.shape[-1] // 2
    frequency = 10_000.0 ** (-jnp.arange(half) / half)
    angle = positions[:, None] * frequency
    sin, cos = jnp.sin(angle).astype(x.dtype), jnp.cos(angle).astype(x.dtype)
    x1, x2 = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([x1 * cos - x2 * sin, x2 * cos + x1 * sin], axis=-1)


def main() -> jax.Array:
    return rotate(jnp.ones((4, 8), jnp.bfloat16), jnp.arange(4))
