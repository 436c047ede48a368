import jax
import jax.numpy as jnp

from promo_typing import Array


def dispatch(tokens: Array[jnp.bfloat16], expert: Array[jnp.int32]) -> Array[jnp.bfloat16]:
    routes = jax.nn.one_hot(expert, 4)
    return jnp.einsum("td,te->ted", tokens, routes)  # mistake


def main() -> jax.Array:
    return dispatch(jnp.ones((3, 8), jnp.bfloat16), jnp.arange(3))
