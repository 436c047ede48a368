import math

import jax
import jax.numpy as jnp


def precompute_freqs_cis(dim, end, theta=500000.0):
    freqs = 1.0 / (theta ** (jnp.arange(0, dim, 2)[: (dim // 2)].astype(jnp.float32) / dim))
    t = jnp.arange(end, dtype=jnp.float32)
    freqs = jnp.outer(t, freqs)
    return jnp.exp(1j * freqs)


def apply_rotary_emb(xq, xk, freqs_cis, dtype=jnp.float32):
    reshape_xq = xq.astype(jnp.float32).reshape(*xq.shape[:-1], -1, 2)
    reshape_xk = xk.astype(jnp.float32).reshape(*xk.shape[:-1], -1, 2)
    xq_ = jax.lax.complex(reshape_xq[..., 0], reshape_xq[..., 1])
    xk_ = jax.lax.complex(reshape_xk[..., 0], reshape_xk[..., 1])
    xq_out = xq_ * freqs_cis[None, :, None, :]
    xk_out = xk_ * freqs_cis[None, :, None, :]
    xq_out = jnp.stack((jnp.real(xq_out), jnp.imag(xq_out)), axis=-1).reshape(xq.shape)
    xk_out = jnp.stack((jnp.real(xk_out), jnp.imag(xk_out)), axis=-1).reshape(xk.shape)
    return xq_out.astype(dtype), xk_out.astype(dtype)


def attention(x, wq, wk, wv, freqs_cis, head_dim=4):
    bsz, length, _ = x.shape
    xq = jnp.dot(x, wq).reshape(bsz, length, -1, head_dim)
    xk = jnp.dot(x, wk).reshape(bsz, length, -1, head_dim)
    xv = jnp.dot(x, wv).reshape(bsz, length, -1, head_dim)
    xq, xk = apply_rotary_emb(xq, xk, freqs_cis, dtype=xq.dtype)
    scores = jnp.einsum("blhd,bmhd->bhlm", xq, xk) / math.sqrt(head_dim)
    scores = jax.nn.softmax(scores.astype(jnp.float32), axis=-1).astype(xq.dtype)
    return jnp.einsum("bhlm,bmhd->blhd", scores, xv).reshape(x.shape)


def main():
    x = jnp.ones((1, 3, 8), jnp.bfloat16)
    w = jnp.ones((8, 8), jnp.bfloat16)
    return attention(x, w, w, w, precompute_freqs_cis(4, 3))
