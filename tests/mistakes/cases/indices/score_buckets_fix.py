import jax
import jax.numpy as jnp


class Bucketize:
    def __init__(self, low, high, n):
        self.low, self.high, self.n = low, high, n

    def __call__(self, x):
        scaled = (x - self.low) / (self.high - self.low) * self.n
        return jnp.clip(jnp.round(scaled).astype(int), 0, self.n - 1)


BUCKETS = Bucketize(0.0, 1.0, 8)


def embed(params, x, bucketize=BUCKETS):
    return jnp.take(params["table"], bucketize(x), axis=0)


def main() -> jax.Array:
    return embed({"table": jnp.ones((8, 4))}, jnp.linspace(0, 1, 3))
