import jax
import jax.numpy as jnp
from jax import lax


def attention_weights(scores, mask, dtype):
    bias = lax.select(
        mask > 0,
        jnp.full(mask.shape, 0.0).astype(dtype),
        jnp.full(mask.shape, -1e10).astype(dtype),  # mistake
    )
    return jax.nn.softmax(scores + bias, axis=-1)


def main() -> jax.Array:
    scores = jnp.ones((2, 4), jnp.float16)
    mask = jnp.array([[1, 1, 0, 0], [0, 0, 0, 0]])
    return attention_weights(scores, mask, jnp.float16)[1, 0]
