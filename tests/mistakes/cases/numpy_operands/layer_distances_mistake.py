import functools

import jax
import jax.numpy as jnp
import numpy as np


class RelativeBias:
    def __init__(self, length):
        self.length = length

    @functools.cached_property
    def distances(self):
        steps = np.array(range(self.length))
        return np.abs(steps[:, None] - steps[None, :]) / self.length

    def __call__(self, scores):
        return scores - self.distances  # mistake


def main() -> jax.Array:
    return RelativeBias(4)(jnp.ones((4, 4), jnp.bfloat16))
