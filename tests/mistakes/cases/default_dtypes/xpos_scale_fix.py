import jax.numpy as jnp


def rotate_half(x):
    x1, x2 = jnp.split(x, 2, axis=-1)
    return jnp.concatenate((-x2, x1), axis=-1)


class RotaryEmbedding:
    def __init__(self, dim, theta=10000, use_xpos=True, xpos_scale_base=512):
        self.freqs = 1.0 / (theta ** (jnp.arange(0, dim, 2) / dim))
        self.use_xpos = use_xpos
        self.scale_base = xpos_scale_base
        self.scale = (jnp.arange(0, dim, 2) + 0.4 * dim) / (1.4 * dim)

    def forward(self, seq):
        freqs = seq[:, None] * self.freqs
        return jnp.concatenate((freqs, freqs), -1)

    def get_scale(self, seq, dtype):
        power = (seq - len(seq) // 2) / self.scale_base
        scale = self.scale ** power[:, None]
        return jnp.concatenate((scale, scale), -1).astype(dtype)

    def rotate_queries_and_keys(self, q, k):
        seq = jnp.arange(q.shape[-2])
        freqs = self.forward(seq)
        scale = self.get_scale(seq, q.dtype)
        cos, sin = jnp.cos(freqs).astype(q.dtype), jnp.sin(freqs).astype(q.dtype)
        q = (q * cos + rotate_half(q) * sin) * scale
        k = (k * cos + rotate_half(k) * sin) * scale**-1
        return q, k


def main():
    q = jnp.ones((2, 4, 8), jnp.bfloat16)
    return RotaryEmbedding(8).rotate_queries_and_keys(q, q)[0]
