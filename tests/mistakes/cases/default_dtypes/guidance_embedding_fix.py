import jax
import jax.numpy as jnp


def timestep_proj(t, dim=8):
    half = dim // 2
    freqs = jnp.exp(-jnp.log(10000.0) * jnp.arange(half, dtype=jnp.float32) / half)
    args = t[:, None].astype(jnp.float32) * freqs[None]
    return jnp.concatenate([jnp.cos(args), jnp.sin(args)], axis=-1)


class TimestepEmbedding:
    def __init__(self, dim, dtype):
        self.w1 = jnp.ones((8, dim), dtype)
        self.w2 = jnp.ones((dim, dim), dtype)

    def __call__(self, sample):
        return jax.nn.silu(sample @ self.w1) @ self.w2


class CombinedEmbedding:
    def __init__(self, dim, dtype=jnp.bfloat16):
        self.dtype = dtype
        self.timestep_embedder = TimestepEmbedding(dim, dtype)
        self.guidance_embedder = TimestepEmbedding(dim, dtype)

    def __call__(self, timestep, guidance=None, pooled=None):
        emb = self.timestep_embedder(timestep_proj(timestep).astype(self.dtype))
        if guidance is not None:
            emb = emb + self.guidance_embedder(timestep_proj(guidance).astype(self.dtype))
        return emb


def main():
    return CombinedEmbedding(4)(jnp.array([10, 20]), guidance=jnp.array([3.5, 3.5], jnp.bfloat16))
