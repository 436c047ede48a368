import flax.linen as nn
import jax
import jax.numpy as jnp
from jax import lax


class GatedUnit(nn.Module):
    features: int

    def setup(self):
        self.project = nn.Dense(2 * self.features, use_bias=False, dtype=jnp.bfloat16)
        self.bias = self.param("bias", nn.initializers.zeros, (2 * self.features,), jnp.float32)

    def __call__(self, x):
        h = self.project(x)
        bias = self.bias
        h = lax.add(h, jnp.broadcast_to(bias, h.shape))  # mistake
        value, gate = jnp.split(h, 2, axis=-1)
        return value * nn.sigmoid(gate)


def main() -> jax.Array:
    unit, x = GatedUnit(4), jnp.ones((2, 4))
    return unit.apply(unit.init(jax.random.key(0), x), x)
