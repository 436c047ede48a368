import jax
import jax.numpy as jnp
from jax import lax


class ReluPool:
    def __init__(self, size):
        self.size = size

    def __call__(self, x):
        dims = (1, self.size, self.size, 1)
        return lax.reduce_window(x, jnp.array(0.0, x.dtype), lax.max, dims, dims, "VALID")


images = jnp.ones((1, 4, 4, 3), jnp.bfloat16)


def main() -> jax.Array:
    return jax.jit(ReluPool(2))(images)
