import jax
import jax.numpy as jnp
from jax import lax


def _block_attention(q, k, v, block=4):
    n, dim = q.shape
    scale = dim**-0.5
    q = q * scale

    def step(carry, start):
        out, row_sum, row_max = carry
        kb = lax.dynamic_slice(k, (start, 0), (block, dim))
        vb = lax.dynamic_slice(v, (start, 0), (block, dim))
        s = jnp.einsum("id,jd->ij", q, kb, preferred_element_type=jnp.float32)
        new_max = jnp.maximum(row_max, s.max(-1, keepdims=True))
        p = jnp.exp(s - new_max)
        correction = jnp.exp(row_max - new_max)
        row_sum = row_sum * correction + p.sum(-1, keepdims=True)
        out = out * correction + jnp.einsum("ij,jd->id", p, vb.astype(jnp.float32))
        return (out, row_sum, new_max), None

    out = jnp.zeros((n, dim))
    row_sum = jnp.zeros((n, 1))
    row_max = jnp.full((n, 1), -1e6, jnp.float32)
    (out, row_sum, _), _ = lax.scan(step, (out, row_sum, row_max), jnp.arange(0, n, block))
    return out / row_sum  # mistake


def block(x, params):
    q, k, v = x @ params["wq"], x @ params["wk"], x @ params["wv"]
    x = x + _block_attention(q, k, v)  # mistake
    return x + jax.nn.gelu(x @ params["w1"]) @ params["w2"]  # mistake


def main():
    x = jnp.ones((8, 4), jnp.bfloat16)
    params = {name: jnp.ones((4, 4), jnp.bfloat16) for name in ("wq", "wk", "wv", "w1", "w2")}
    return block(x, params)
