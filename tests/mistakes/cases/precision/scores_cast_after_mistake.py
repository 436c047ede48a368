import jax
import jax.numpy as jnp


def dot_product_attention(q, k, v, mask=None):
    depth = q.shape[-1]
    q = q / depth**0.5
    attn = jnp.einsum("...qhd,...khd->...hqk", q, k)  # mistake
    attn = attn.astype(jnp.float32)  # mistake
    if mask is not None:
        attn = jnp.where(mask, attn, -1e9)
    weights = jax.nn.softmax(attn).astype(q.dtype)
    return jnp.einsum("...hqk,...khd->...qhd", weights, v)


def main():
    q, k, v = 4 * jax.random.normal(jax.random.key(0), (3, 1, 8, 2, 64), jnp.bfloat16)
    wide = dot_product_attention(*(t.astype(jnp.float32) for t in (q, k, v)))
    return jnp.abs(dot_product_attention(q, k, v) - wide).max() < 0.1
