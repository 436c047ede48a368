import jax
import jax.numpy as jnp

from promo_typing import Array


def run_cell(inputs: Array[jnp.bfloat16], kernel: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    def cell(hidden, x):  # type: ignore[no-untyped-def]
        hidden = jnp.tanh(x @ kernel + hidden).astype(kernel.dtype)
        return hidden, hidden

    hidden = jnp.zeros(kernel.shape[-1], kernel.dtype)
    _, outputs = jax.lax.scan(cell, hidden, inputs)
    return outputs


def main() -> jax.Array:
    return run_cell(jnp.ones((5, 8), jnp.bfloat16), jnp.ones((8, 8), jnp.bfloat16))
