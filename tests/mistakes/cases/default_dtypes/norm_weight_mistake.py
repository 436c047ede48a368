import jax
import jax.numpy as jnp
from jax.nn import initializers


class Module:
    def __init__(self):
        self.params = {}

    def param(self, name, init_fn, *args):
        if name not in self.params:
            self.params[name] = init_fn(*args)
        return self.params[name]


class UserSpecificLayerNorm(Module):
    def __init__(self, hidden_size, key, dtype=jnp.float16):
        super().__init__()
        self.dtype = dtype
        self.weight = self.param("weight", initializers.ones, key, (hidden_size,))  # mistake
        self.eps = 1e-3

    def __call__(self, x):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        x = (x - mean) * jax.lax.rsqrt(variance + self.eps)
        return x * self.weight  # mistake


def main():
    norm = UserSpecificLayerNorm(4, jax.random.key(0))
    return norm(jnp.ones((2, 4), jnp.float16))
