import jax
import jax.numpy as jnp

MASK_VALUE = jnp.finfo(jnp.float32).min


def masked_softmax(scores, mask):
    scores = jnp.where(mask, scores, MASK_VALUE)  # mistake
    return jax.nn.softmax(scores, axis=-1)


def cross_attention(q, kv, mask, scale):
    scores = (q * scale) @ kv.T
    return masked_softmax(scores, mask) @ kv


def main() -> jax.Array:
    q = jnp.ones((3, 4), jnp.float16)
    kv = jnp.ones((5, 4), jnp.float16)
    mask = jnp.arange(5) < 3
    return cross_attention(q, kv, mask, 0.5)
