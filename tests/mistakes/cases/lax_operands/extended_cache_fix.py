import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Config:
    num_heads: int = 2
    per_head_dim: int = 4
    max_len: int = 8
    cached_dtype: jnp.dtype = jnp.bfloat16


class KVCache:
    def __init__(self, cfg):
        self.cfg = cfg

    def init_states(self, batch):
        cfg = self.cfg
        shape = (batch, cfg.max_len, cfg.num_heads, cfg.per_head_dim)
        return {
            "key": jnp.zeros(shape, dtype=jnp.bfloat16),
            "value": jnp.zeros(shape, dtype=jnp.bfloat16),
            "time_step": jnp.zeros((), jnp.int32),
        }

    def extend_step(self, states, k_proj, v_proj):
        t = states["time_step"]
        k_proj = k_proj.astype(states["key"].dtype)
        v_proj = v_proj.astype(states["value"].dtype)
        key = jax.lax.dynamic_update_slice_in_dim(states["key"], k_proj, t, axis=1)
        value = jax.lax.dynamic_update_slice_in_dim(states["value"], v_proj, t, axis=1)
        return {"key": key, "value": value, "time_step": t + 1}


def decode(weights, tokens):
    cache = KVCache(Config())

    def step(states, x):
        k = jnp.einsum("bd,dhk->bhk", x, weights["k"])[:, None]
        v = jnp.einsum("bd,dhk->bhk", x, weights["v"])[:, None]
        states = cache.extend_step(states, k, v)
        return states, states["key"].sum()

    return jax.lax.scan(step, cache.init_states(tokens.shape[1]), tokens)


def main():
    weights = {"k": jnp.ones((4, 2, 4)), "v": jnp.ones((4, 2, 4))}
    return decode(weights, jnp.ones((3, 1, 4)))[1]
