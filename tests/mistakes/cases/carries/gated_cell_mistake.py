from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class GatedCell:
    w_input: jax.Array
    w_hidden: jax.Array
    bias: jax.Array

    @classmethod
    def create(cls, key, size, dtype=jnp.bfloat16):
        k1, k2 = jax.random.split(key)
        w_input = jax.random.normal(k1, (size, size), dtype)
        w_hidden = jax.random.normal(k2, (size, size), dtype)
        return cls(w_input, w_hidden, jnp.zeros((size,), dtype))

    def __call__(self, hidden, x):
        hidden = hidden.astype(self.bias.dtype)
        gate = jax.nn.sigmoid(x @ self.w_input + hidden @ self.w_hidden + self.bias)
        return gate * hidden + (1 - gate) * x

    def initial(self):
        return jnp.zeros((self.bias.shape[0],))


def run(cell: GatedCell, inputs):
    def step(hidden, x):
        hidden = cell(hidden, x)
        return hidden, hidden

    return jax.lax.scan(step, cell.initial(), inputs)[1]  # mistake


def main() -> jax.Array:
    cell = GatedCell.create(jax.random.key(0), 3)
    return run(cell, jnp.ones((5, 3), jnp.bfloat16))
