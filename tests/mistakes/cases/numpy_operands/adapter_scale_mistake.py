import jax
import jax.numpy as jnp
import numpy as np


class AdaptedLinear:
    def __init__(self, key, n_in, n_out, rank=4, alpha=16, dtype=jnp.bfloat16):
        k1, k2 = jax.random.split(key)
        self.kernel = jax.random.normal(k1, (n_in, n_out), dtype=dtype)
        self.down = jax.random.normal(k2, (n_in, rank), dtype=dtype)
        self.up = jnp.zeros((rank, n_out), dtype=dtype)
        self.scaling = alpha / np.sqrt(rank)

    def __call__(self, x):
        base = x @ self.kernel
        return base + (x @ self.down @ self.up) * self.scaling  # mistake


def forward(layers, x):
    for layer in layers:
        x = jax.nn.gelu(layer(x))
    return x


def main() -> jax.Array:
    keys = jax.random.split(jax.random.key(0), 2)
    layers = [AdaptedLinear(keys[0], 8, 8), AdaptedLinear(keys[1], 8, 4)]
    return forward(layers, jnp.ones((2, 8), jnp.bfloat16))
