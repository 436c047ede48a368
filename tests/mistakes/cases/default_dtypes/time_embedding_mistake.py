import math

import jax
import jax.numpy as jnp


def frequencies(half, dtype=None):
    return jnp.exp(-math.log(10000.0) * jnp.linspace(0, 1, half, dtype=dtype))


def embed_time(t, width):
    angles = t[:, None] * frequencies(width // 2)[None, :]  # mistake
    return jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], axis=-1)


def main() -> jax.Array:
    return embed_time(jnp.ones(4, jnp.bfloat16), 6)
