from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax


@dataclass(frozen=True)
class ModelConfig:
    layers: int = 2
    heads: int = 2
    head_dim: int = 8
    max_len: int = 16
    dtype: str = "bfloat16"
    cache_dtype: str = "bfloat16"

    @property
    def width(self):
        return self.heads * self.head_dim


def init_params(cfg, key):
    dtype = jnp.dtype(cfg.dtype)
    params = []
    for layer_key in jax.random.split(key, cfg.layers):
        names = ("wq", "wk", "wv", "wo")
        keys = jax.random.split(layer_key, len(names))
        shape = (cfg.width, cfg.width)
        params.append(
            {n: jax.random.normal(k, shape, dtype) for n, k in zip(names, keys, strict=False)}
        )
    return params


def init_cache(cfg, batch):
    shape = (batch, cfg.max_len, cfg.heads, cfg.head_dim)
    dtype = jnp.dtype(cfg.cache_dtype)
    return [{"k": jnp.zeros(shape, dtype), "v": jnp.zeros(shape, dtype)} for _ in range(cfg.layers)]


def attend(cfg, layer, cache, x, position):
    batch = x.shape[0]
    split = partial(jnp.reshape, shape=(batch, 1, cfg.heads, cfg.head_dim))
    q, k, v = (split(x @ layer[name]) for name in ("wq", "wk", "wv"))
    keys = lax.dynamic_update_slice(cache["k"], k, (0, position, 0, 0))
    values = lax.dynamic_update_slice(cache["v"], v, (0, position, 0, 0))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, keys) * cfg.head_dim**-0.5
    visible = jnp.arange(cfg.max_len) <= position
    scores = jnp.where(visible, scores, jnp.finfo(scores.dtype).min)
    weights = jax.nn.softmax(scores, axis=-1)
    out = jnp.einsum("bhqk,bkhd->bqhd", weights, values).reshape(batch, cfg.width)
    return out.astype(x.dtype) @ layer["wo"], {"k": keys, "v": values}


@partial(jax.jit, static_argnums=0)
def decode_step(cfg, params, caches, x, position):
    new = []
    for layer, cache in zip(params, caches, strict=False):
        out, cache = attend(cfg, layer, cache, x, position)
        x = x + out
        new.append(cache)
    return x, new


def main() -> jax.Array:
    cfg = ModelConfig()
    params = init_params(cfg, jax.random.key(0))
    caches = init_cache(cfg, batch=2)
    x = jnp.ones((2, cfg.width), jnp.bfloat16)
    for position in range(3):
        x, caches = decode_step(cfg, params, caches, x, position)
    return x
