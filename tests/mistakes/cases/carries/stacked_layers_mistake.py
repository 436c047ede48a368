import functools
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Config:
    layers: int = 3
    embed: int = 16
    mlp: int = 32
    eps: float = 1e-6


def init_layer(cfg, key):
    k1, k2 = jax.random.split(key)
    scale = cfg.embed**-0.5
    return {
        "norm": jnp.ones((cfg.embed,)),
        "w_in": scale * jax.random.normal(k1, (cfg.embed, cfg.mlp)),
        "w_out": scale * jax.random.normal(k2, (cfg.mlp, cfg.embed)),
    }


def init_params(cfg, key):
    keys = jax.random.split(key, cfg.layers)
    return jax.vmap(functools.partial(init_layer, cfg))(keys)


def rms_norm(x, weight, eps):
    x32 = x.astype(jnp.float32)
    inv = jax.lax.rsqrt(jnp.mean(x32 * x32, axis=-1, keepdims=True) + eps)
    return (x32 * inv).astype(x.dtype) * weight


def layer_fn(cfg, x, layer):
    h = rms_norm(x, layer["norm"], cfg.eps)
    w_in = layer["w_in"].astype(x.dtype)
    w_out = layer["w_out"].astype(x.dtype)
    return x + jax.nn.gelu(h @ w_in) @ w_out


def forward(cfg, params, x, compute_dtype=jnp.bfloat16):
    x = x.astype(compute_dtype)

    @jax.checkpoint
    def body(carry, layer):
        return layer_fn(cfg, carry, layer), None

    x, _ = jax.lax.scan(body, x, params)  # mistake
    return x


def main() -> jax.Array:
    cfg = Config()
    params = init_params(cfg, jax.random.key(0))
    return forward(cfg, params, jnp.ones((2, 5, cfg.embed)))
