from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class MoEConfig:
    experts: int = 4
    top_k: int = 2
    width: int = 8
    hidden: int = 16


class MoEParams(NamedTuple):
    router: jax.Array
    up: jax.Array
    down: jax.Array


class Routing(NamedTuple):
    weights: jax.Array
    experts: jax.Array
    aux_loss: jax.Array


def init_moe(cfg, key, dtype=jnp.bfloat16):
    k0, k1, k2 = jax.random.split(key, 3)
    return MoEParams(
        router=jax.random.normal(k0, (cfg.width, cfg.experts), dtype),
        up=jax.random.normal(k1, (cfg.experts, cfg.width, cfg.hidden), dtype),
        down=jax.random.normal(k2, (cfg.experts, cfg.hidden, cfg.width), dtype),
    )


def route(cfg, router, x):
    logits = (x @ router).astype(jnp.float32)
    probs = jax.nn.softmax(logits, axis=-1)
    weights, experts = jax.lax.top_k(probs, cfg.top_k)
    weights = weights / weights.sum(-1, keepdims=True)
    load = jnp.mean(jax.nn.one_hot(experts, cfg.experts), axis=(0, 1))
    aux = cfg.experts * jnp.sum(load * probs.mean(0))
    return Routing(weights, experts, aux)


def moe(cfg, params, x):
    routing = route(cfg, params.router, x)
    hidden = jax.nn.silu(jnp.einsum("td,edh->teh", x, params.up))
    outputs = jnp.einsum("teh,ehd->ted", hidden, params.down)
    chosen = jnp.take_along_axis(outputs, routing.experts[..., None], axis=1)
    combined = jnp.einsum("tkd,tk->td", chosen, routing.weights)  # mistake
    return combined, routing.aux_loss


def decoder(cfg, layers, x):
    total = 0.0
    for params in layers:
        y, aux = moe(cfg, params, x)
        x = x + y  # mistake
        total = total + aux
    return x, total


def main() -> jax.Array:
    cfg = MoEConfig()
    layers = [init_moe(cfg, k) for k in jax.random.split(jax.random.key(0), 2)]
    out, _ = decoder(cfg, layers, jnp.ones((6, cfg.width), jnp.bfloat16))
    return out
