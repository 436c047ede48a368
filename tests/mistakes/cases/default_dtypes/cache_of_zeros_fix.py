from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass
class KVCache:
    k: jax.Array
    v: jax.Array

    @classmethod
    def init(cls, batch, max_len, dim):
        shape = (batch, max_len, dim)
        return cls(k=jnp.zeros(shape, jnp.bfloat16), v=jnp.zeros(shape, jnp.bfloat16))


def decode_step(cache, q, k_new, v_new, pos):
    k = cache.k.at[:, pos].set(k_new)
    v = cache.v.at[:, pos].set(v_new)
    scores = jax.nn.softmax(jnp.einsum("bd,bld->bl", q, k))
    return jnp.einsum("bl,bld->bd", scores, v), KVCache(k, v)


def main():
    cache = KVCache.init(2, 16, 8)
    q = jnp.ones((2, 8), jnp.bfloat16)
    return decode_step(cache, q, q, q, 0)[0]
