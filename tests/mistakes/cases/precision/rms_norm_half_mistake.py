import jax
import jax.numpy as jnp


class RMSNorm:
    def __init__(self, dim, eps=1e-6, dtype=jnp.float16):
        self.eps = eps
        self.dtype = dtype
        self.weight = jnp.ones(dim, dtype)

    def _norm(self, x):
        return x * jax.lax.rsqrt(jnp.square(x).mean(-1, keepdims=True) + self.eps)  # mistake

    def __call__(self, x):
        x = x.astype(self.dtype)
        output = self._norm(x)  # mistake
        return output * self.weight


def main():
    norm = RMSNorm(8, eps=1e-5)
    return norm(jnp.full((2, 8), 300.0, jnp.float16))[0, 0]
