from itertools import pairwise

import jax
import jax.numpy as jnp


class Perceptron:
    def __init__(self, key, sizes, dtype):
        self.layers = []
        for inputs, outputs in pairwise(sizes):
            key, drawn = jax.random.split(key)
            weight = jax.random.normal(drawn, (inputs, outputs), dtype)
            self.layers.append({"weight": weight, "bias": jnp.zeros(outputs, dtype)})
        self.scales = [jnp.ones(outputs, dtype) for outputs in sizes[1:]]

    def __call__(self, x):
        for layer, scale in zip(self.layers, self.scales, strict=True):
            h = x @ layer["weight"] + layer["bias"]
            x = jax.nn.silu(h * scale)
        return x


def main():
    model = Perceptron(jax.random.key(0), [4, 8, 2], jnp.bfloat16)
    return model(jnp.ones((3, 4), jnp.bfloat16))
