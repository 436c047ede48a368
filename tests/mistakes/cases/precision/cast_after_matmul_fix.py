import jax
import jax.numpy as jnp

from promo_typing import Array


def logits(x: Array[jnp.bfloat16], kernel: Array[jnp.bfloat16]) -> Array[jnp.float32]:
    return jnp.matmul(x, kernel, preferred_element_type=jnp.float32)


def main() -> jax.Array:
    return logits(jnp.ones((1, 257), jnp.bfloat16), jnp.ones((257, 1), jnp.bfloat16))[0, 0]
