import math

import jax
import jax.numpy as jnp


class RelativeBias:
    def __init__(self, key, num_buckets=8, max_distance=32, heads=2):
        self.num_buckets = num_buckets
        self.max_distance = max_distance
        self.table = 0.02 * jax.random.normal(key, (num_buckets, heads))

    def bucket(self, relative):
        half = self.num_buckets // 2
        offset = (relative > 0) * half
        distance = jnp.abs(relative)
        exact = half // 2
        ratio = jnp.log(distance / exact + 1e-6) / math.log(self.max_distance / exact)
        large = exact + ratio * (half - exact)
        large = jnp.minimum(large, half - 1)
        return offset + jnp.where(distance < exact, distance, large)

    def __call__(self, queries, keys):
        context = jnp.arange(queries)[:, None]
        memory = jnp.arange(keys)[None, :]
        buckets = self.bucket(memory - context)
        bias = self.table[buckets]  # mistake
        return jnp.transpose(bias, (2, 0, 1))[None]


def attention(params, x, bias):
    q, k, v = (jnp.einsum("btd,dhk->bthk", x, params[n]) for n in ("q", "k", "v"))
    scores = jnp.einsum("bqhk,bshk->bhqs", q, k) + bias
    weights = jax.nn.softmax(scores, axis=-1)
    return jnp.einsum("bhqs,bshk->bqhk", weights, v)


def make_params(key, width=8, heads=2, dim=4):
    keys = jax.random.split(key, 3)
    return {n: jax.random.normal(k, (width, heads, dim)) for n, k in zip("qkv", keys, strict=False)}


def main() -> jax.Array:
    key = jax.random.key(0)
    bias = RelativeBias(key)
    x = jnp.ones((1, 6, 8))
    return attention(make_params(key), x, bias(6, 6))
