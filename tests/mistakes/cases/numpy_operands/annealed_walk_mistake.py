import jax
import jax.numpy as jnp
import numpy as np


def score(params, x, sigma):
    h = jnp.tanh(x @ params["first"])
    return h @ params["last"] / sigma


def noise_levels(highest, lowest, count):
    return np.geomspace(highest, lowest, count)


def walk(params, key, x, levels):
    for sigma in levels:
        key, drawn = jax.random.split(key)
        noise = jax.random.normal(drawn, x.shape, x.dtype)
        x = x + 0.1 * sigma * noise  # mistake
        x = x + score(params, x, float(sigma))
    return x


def main():
    params = {"first": jnp.ones((4, 8), jnp.float16), "last": jnp.ones((8, 4), jnp.float16)}
    start = jnp.zeros((2, 4), jnp.float16)
    return walk(params, jax.random.key(0), start, noise_levels(1.0, 0.1, 3))
