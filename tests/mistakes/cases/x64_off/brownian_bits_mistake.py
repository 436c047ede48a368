import jax
import jax.numpy as jnp


class BrownianPath:
    def __init__(self, key, shape):
        self.key = key
        self.shape = shape

    def bits(self, t):
        return jax.lax.bitcast_convert_type(jnp.asarray(t, "float64"), "int64")  # mistake

    def increment(self, t0, t1):
        key = jax.random.fold_in(self.key, self.bits(t0))
        return jax.random.normal(key, self.shape) * jnp.sqrt(t1 - t0)


def main() -> jax.Array:
    return BrownianPath(jax.random.key(0), (2,)).increment(0.0, 0.1)
