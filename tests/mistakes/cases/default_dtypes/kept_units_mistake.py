import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("rate",))
def dropout(key, x, rate):
    keep = 1.0 - rate
    mask = jax.random.bernoulli(key, keep, x.shape).astype(float)
    return x * mask / keep  # mistake


def mlp(params, x, key):
    k1, k2 = jax.random.split(key)
    h = dropout(k1, jax.nn.gelu(x @ params["w1"]), rate=0.1)
    return dropout(k2, h @ params["w2"], rate=0.1)


def main() -> jax.Array:
    params = {"w1": jnp.ones((4, 8), jnp.bfloat16), "w2": jnp.ones((8, 4), jnp.bfloat16)}
    return mlp(params, jnp.ones((2, 4), jnp.bfloat16), jax.random.key(0))
