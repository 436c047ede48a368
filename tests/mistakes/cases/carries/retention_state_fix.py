import math
from typing import NamedTuple

import jax
import jax.numpy as jnp


class Heads(NamedTuple):
    wq: jax.Array
    wk: jax.Array
    wv: jax.Array
    decay: jax.Array


def init_heads(key, heads, width, dtype):
    dim = width // heads
    kq, kk, kv = jax.random.split(key, 3)
    bounds = math.log(1 / 32), math.log(1 / 512)
    decay = (1 - jnp.exp(jnp.linspace(*bounds, heads))).astype(dtype)
    return Heads(
        wq=jax.random.normal(kq, (width, heads, dim), dtype),
        wk=jax.random.normal(kk, (width, heads, dim), dtype),
        wv=jax.random.normal(kv, (width, heads, dim), dtype),
        decay=decay,
    )


def project(x, weight):
    return jnp.einsum("bd,dhk->bhk", x, weight)


def retention_step(layer, state, x):
    q, k, v = project(x, layer.wq), project(x, layer.wk), project(x, layer.wv)
    update = jnp.einsum("bhk,bhv->bhkv", k, v)
    state = layer.decay[None, :, None, None] * state + update
    out = jnp.einsum("bhk,bhkv->bhv", q, state)
    return state, out.reshape(x.shape)


def retention(layer, xs):
    _, heads, dim = layer.wq.shape
    batch = xs.shape[1]
    start = jnp.zeros((batch, heads, dim, dim), xs.dtype)

    def step(state, x):
        return retention_step(layer, state, x)

    _state, outs = jax.lax.scan(step, start, xs)
    return outs


def network(layers, xs):
    for layer in layers:
        xs = xs + retention(layer, xs)
    return xs


def main() -> jax.Array:
    keys = jax.random.split(jax.random.key(0), 2)
    layers = [init_heads(key, 2, 8, jnp.bfloat16) for key in keys]
    return network(layers, jnp.ones((5, 3, 8), jnp.bfloat16))
