from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class Cache(NamedTuple):
    k: jax.Array
    v: jax.Array
    pos: jax.Array


def init_cache(batch, length, dim):
    shape = (batch, length, dim)
    return Cache(
        k=jnp.zeros(shape, jnp.bfloat16),
        v=jnp.zeros(shape, jnp.bfloat16),
        pos=jnp.zeros((), jnp.int32),
    )


def project(params, x):
    k = jnp.dot(x, params["wk"], preferred_element_type=jnp.float32)
    v = jnp.dot(x, params["wv"], preferred_element_type=jnp.float32)
    return k, v


@jax.jit
def append(params, cache, x):
    k, v = project(params, x)
    new_k = lax.dynamic_update_slice(cache.k, k.astype(cache.k.dtype), (0, cache.pos, 0))
    new_v = lax.dynamic_update_slice(cache.v, v.astype(cache.v.dtype), (0, cache.pos, 0))
    return Cache(new_k, new_v, cache.pos + x.shape[1])


def main() -> object:
    params = {
        "wk": jnp.ones((4, 4), jnp.bfloat16),
        "wv": jnp.ones((4, 4), jnp.bfloat16),
    }
    cache = init_cache(2, 8, 4)
    x = jnp.ones((2, 1, 4), jnp.bfloat16)
    return append(params, cache, x)
