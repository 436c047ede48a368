import jax
import jax.numpy as jnp

from promo_typing import Array


def nll(logits: Array[jnp.float32], labels: Array[jnp.float32]) -> Array[jnp.float32]:
    log_probs = jax.nn.log_softmax(logits)
    picked = jnp.take_along_axis(log_probs, labels[:, None], axis=-1)  # mistake
    return -jnp.mean(picked)


def main() -> jax.Array:
    return nll(jnp.ones((3, 4)), jnp.array([0.0, 1.0, 2.0]))
