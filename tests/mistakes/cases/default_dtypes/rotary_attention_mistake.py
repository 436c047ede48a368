import jax
import jax.numpy as jnp


def rope_tables(head_dim, max_len, theta=10000.0):
    inv_freq = 1.0 / (theta ** (jnp.arange(0, head_dim, 2) / head_dim))
    angles = jnp.outer(jnp.arange(max_len), inv_freq)
    return jnp.cos(angles), jnp.sin(angles)


def rotate(x, cos, sin):
    a, b = jnp.split(x, 2, axis=-1)
    return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)  # mistake


class Attention:
    def __init__(self, head_dim, max_len, dtype=jnp.bfloat16):
        self.dtype = dtype
        cos, sin = rope_tables(head_dim, max_len)
        self.cos = cos
        self.sin = sin

    def __call__(self, q, k):
        q = rotate(q, self.cos, self.sin)
        k = rotate(k, self.cos, self.sin)
        return jnp.einsum("td,sd->ts", q, k)


def main() -> jax.Array:
    key = jax.random.key(0)
    q = jax.random.normal(key, (16, 8), dtype=jnp.bfloat16)
    k = jax.random.normal(key, (16, 8), dtype=jnp.bfloat16)
    return Attention(8, 16)(q, k)
