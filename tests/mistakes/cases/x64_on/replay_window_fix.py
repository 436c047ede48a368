import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


class Replay:
    def __init__(self, capacity, dim):
        self.data = jnp.zeros((capacity, dim))
        self.head = jnp.zeros((), jnp.int32)

    def window(self, data, head, size):
        oldest = jnp.argmax(jnp.sum(data, axis=1))
        return lax.dynamic_slice(data, (oldest, head.astype(oldest.dtype)), (size, 1))

    def sample(self):
        return jax.jit(self.window, static_argnums=2)(self.data, self.head, 4)


def main() -> jax.Array:
    return Replay(16, 3).sample()
