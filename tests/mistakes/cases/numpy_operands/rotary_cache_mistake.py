import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.lru_cache
def tables(length, width, base=10000.0):
    frequencies = 1.0 / (base ** (np.arange(0, width, 2) / width))
    angles = np.outer(np.arange(length), frequencies)
    return np.sin(angles), np.cos(angles)


def rotated(x):
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([-b, a], axis=-1)


def embed(x, sin, cos):
    sin = jnp.concatenate([sin, sin], axis=-1)
    cos = jnp.concatenate([cos, cos], axis=-1)
    return x * cos + rotated(x) * sin  # mistake


def scores(q, k):
    sin, cos = tables(q.shape[0], q.shape[-1])
    return embed(q, sin, cos) @ embed(k, sin, cos).T


def main() -> jax.Array:
    q = jnp.ones((6, 8), jnp.float16)
    return scores(q, q)
