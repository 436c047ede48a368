import math

import jax
import jax.numpy as jnp


def gelu(x, c=math.sqrt(2.0 / math.pi)):  # noqa: B008
    return 0.5 * x * (1.0 + jnp.tanh(c * (x + 0.044715 * x**3)))


def mlp(params, x):
    hidden = gelu(x @ params["up"])
    return hidden @ params["down"]


def main() -> jax.Array:
    params = {"up": jnp.ones((2, 4), jnp.bfloat16), "down": jnp.ones((4, 2), jnp.bfloat16)}
    return mlp(params, jnp.ones((3, 2), jnp.bfloat16))
