import jax
import jax.numpy as jnp
import numpy as np


class Rotary:
    def __init__(self, dim, dtype):
        self.dtype = dtype
        self.frequencies = 1.0 / 10000.0 ** (np.arange(0, dim, 2, dtype=np.float32) / dim)

    def angles(self, positions):
        frequencies = jnp.asarray(self.frequencies, dtype=self.dtype)
        return jnp.einsum("n,d->nd", positions.astype(jnp.float32), frequencies)  # mistake


def main() -> jax.Array:
    angles = Rotary(8, jnp.bfloat16).angles(jnp.array([40000]))
    return jnp.round(angles[0, 1])
