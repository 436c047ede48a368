from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class ModelConfig:
    embed_dim: int = 8
    num_heads: int = 2
    head_dim: int = 4
    cache_size: int = 16
    param_dtype: jnp.dtype = jnp.float32
    cache_dtype: jnp.dtype = jnp.bfloat16


def init_cache(config, batch_size):
    shape = (batch_size, config.cache_size, config.num_heads, config.head_dim)
    return {
        "k": jnp.zeros(shape, dtype=config.cache_dtype),
        "v": jnp.zeros(shape, dtype=config.cache_dtype),
        "end_index": jnp.zeros((), dtype=jnp.int32),
    }


class Attention:
    def __init__(self, config, key):
        self.config = config
        kq, kk, kv = jax.random.split(key, 3)
        shape = (config.embed_dim, config.num_heads, config.head_dim)
        self.q_proj = jax.random.normal(kq, shape, config.param_dtype)
        self.k_proj = jax.random.normal(kk, shape, config.param_dtype)
        self.v_proj = jax.random.normal(kv, shape, config.param_dtype)

    def __call__(self, x, cache):
        query = jnp.einsum("btd,dnh->btnh", x, self.q_proj)
        key_proj = jnp.einsum("btd,dnh->btnh", x, self.k_proj)
        value_proj = jnp.einsum("btd,dnh->btnh", x, self.v_proj)
        start = (0, cache["end_index"], 0, 0)
        value_proj = jax.lax.dynamic_update_slice(
            cache["v"], value_proj.astype(cache["v"].dtype), start
        )
        key_proj = jax.lax.dynamic_update_slice(
            cache["k"], key_proj.astype(cache["k"].dtype), start
        )
        new_cache = {"k": key_proj, "v": value_proj, "end_index": cache["end_index"] + x.shape[1]}
        logits = jnp.einsum("btnh,bsnh->bnts", query, key_proj.astype(query.dtype))
        weights = jax.nn.softmax(logits, axis=-1)
        return jnp.einsum("bnts,bsnh->btnh", weights, value_proj.astype(query.dtype)), new_cache


def main() -> jax.Array:
    config = ModelConfig()
    attention = Attention(config, jax.random.key(0))
    cache = init_cache(config, 2)
    x = jnp.ones((2, 1, config.embed_dim), config.param_dtype)
    for _ in range(2):
        _out, cache = attention(x, cache)
    return cache["k"]
