import jax
import jax.numpy as jnp


class Sampler:
    def __init__(self, batch):
        self.temperatures = jnp.linspace(0.5, 1.5, batch)

    def probabilities(self, logits):
        def one(row, temperature):
            return jax.nn.softmax(row / temperature.astype(row.dtype))

        return jax.vmap(one)(logits, self.temperatures)


def main() -> jax.Array:
    return Sampler(3).probabilities(jnp.ones((3, 5), jnp.bfloat16))
