import jax
import jax.numpy as jnp


def build_rotary_pos_embed(feat_shape, dim, temperature=10000.0):
    bands = 1.0 / (temperature ** (jnp.linspace(0.0, 1.0, dim // 4)))
    axes = [jnp.arange(s) for s in feat_shape]
    grid = jnp.stack(jnp.meshgrid(*axes, indexing="ij"), axis=-1)
    pos = grid[..., None] * bands
    sin, cos = jnp.sin(pos), jnp.cos(pos)
    num = feat_shape[0] * feat_shape[1]
    sin = jnp.repeat(sin.reshape(num, -1), 2, -1)
    cos = jnp.repeat(cos.reshape(num, -1), 2, -1)
    return sin, cos


def rot(x):
    return jnp.stack([-x[..., 1::2], x[..., ::2]], -1).reshape(x.shape)


def apply_rot_embed_cat(x, emb):
    sin_emb, cos_emb = jnp.split(emb, 2, axis=-1)  # mistake
    return x * cos_emb + rot(x) * sin_emb  # mistake


class RotaryEmbeddingCat:
    def __init__(self, dim, feat_shape):
        self.pos_embed = jnp.concatenate(build_rotary_pos_embed(feat_shape, dim), axis=-1)

    def get_embed(self):
        return self.pos_embed


class Attention:
    def __init__(self, dim, rope):
        self.rope = rope
        self.qkv = jnp.ones((dim, 3 * dim), jnp.float16)

    def __call__(self, x):
        q, k, v = jnp.split(x @ self.qkv, 3, axis=-1)
        emb = self.rope.get_embed()
        q = apply_rot_embed_cat(q, emb)
        k = apply_rot_embed_cat(k, emb)
        return jax.nn.softmax(q @ k.T) @ v  # mistake


def main():
    return Attention(8, RotaryEmbeddingCat(8, (2, 2)))(jnp.ones((4, 8), jnp.float16))
