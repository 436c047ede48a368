import jax
import jax.numpy as jnp
from jax import lax


class Quantizer:
    def __init__(self, levels=15):
        self.levels = levels
        self.schemes = [self.identity, self.by_maximum, self.by_sign]

    def identity(self, x):
        return x

    def by_maximum(self, x):
        scale = jnp.max(jnp.abs(x), axis=-1, keepdims=True)
        return jnp.round(x / scale * self.levels) / self.levels * scale

    def by_sign(self, x):
        return jnp.sign(x)

    def __call__(self, scheme, x):
        return lax.switch(scheme, self.schemes, x)


def layer(quantizer, scheme, x, w):
    return quantizer(scheme, x) @ quantizer(scheme, w)


def main() -> jax.Array:
    return layer(Quantizer(), jnp.int32(1), jnp.ones((2, 4)), jnp.full((4, 3), 0.3, jnp.float32))
