import jax
import jax.numpy as jnp

from promo_typing import Array


def cross_entropy(logits: Array[jnp.bfloat16], labels: Array[jnp.int32]) -> jax.Array:
    normalizer = jax.nn.logsumexp(logits, axis=-1)  # mistake
    picked = jnp.take_along_axis(logits, labels[:, None], axis=-1)[:, 0]
    return normalizer - picked


def main() -> jax.Array:
    return cross_entropy(jnp.ones((2, 100), jnp.bfloat16), jnp.arange(2))
