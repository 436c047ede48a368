import jax
import jax.numpy as jnp

f64 = jnp.float64


def high_precision_sum(x, axis=None):
    return jnp.sum(x, axis=axis, dtype=f64)  # mistake


class Energy:
    def __init__(self, sigma):
        self.sigma = sigma

    def __call__(self, r):
        s = (self.sigma / r) ** 6
        return high_precision_sum(4 * (s**2 - s))


def main() -> jax.Array:
    return jax.grad(Energy(1.0))(jnp.linspace(1.0, 2.0, 5))
