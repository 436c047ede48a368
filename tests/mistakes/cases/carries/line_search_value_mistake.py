import jax
import jax.numpy as jnp

from promo_typing import Array

Search = tuple[Array[jnp.bfloat16], jax.Array]


def descend(params: Array[jnp.bfloat16]) -> jax.Array:
    def step(state: Search) -> Search:
        x, _ = state
        return x - 0.1 * x, jnp.mean(x**2)

    initial = (params, jnp.array(1.0, jnp.float32))
    final, _ = jax.lax.while_loop(lambda s: s[1] > 0.5, step, initial)  # mistake
    return final


def main() -> jax.Array:
    return descend(jnp.ones(4, jnp.bfloat16))
