from itertools import pairwise

import jax
import jax.numpy as jnp


def init_layers(key, sizes, dtype=jnp.float32):
    layers = []
    for n_in, n_out in pairwise(sizes):
        key, sub = jax.random.split(key)
        w = jax.random.normal(sub, (n_in, n_out), dtype) / n_in**0.5
        layers.append((w, jnp.zeros((n_out,), dtype)))
    return layers


def forward(layers, x):
    for w, b in layers[:-1]:
        x = jax.nn.relu(x @ w + b)
    w, b = layers[-1]
    return x @ w + b


def main() -> jax.Array:
    layers = init_layers(jax.random.key(0), [3, 4, 2], jnp.bfloat16)
    return forward(layers, jnp.ones((5, 3), jnp.bfloat16))
