import jax
import jax.numpy as jnp

from promo_typing import Array

Params = dict[str, Array[jnp.float32]]


def half(params: Params) -> dict[str, Array[jnp.bfloat16]]:
    return {name: value.astype(jnp.bfloat16) for name, value in params.items()}


def logits(params: Params, images: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    compute = half(params)
    inputs = images.astype(jnp.bfloat16)
    hidden = jax.nn.relu(inputs @ compute["w"] + compute["b"])
    return hidden @ compute["head"]


def main() -> jax.Array:
    params = {"w": jnp.ones((8, 8)), "b": jnp.ones(8), "head": jnp.ones((8, 2))}
    return logits(params, jnp.ones((4, 8)))
