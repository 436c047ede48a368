from typing import NamedTuple

import jax
import jax.numpy as jnp


class TrainState(NamedTuple):
    step: jax.Array
    params: dict
    velocity: dict


def warmup_cosine(peak, warmup, total):
    def schedule(step):
        step = step.astype(jnp.float32)
        warm = step / warmup
        progress = jnp.clip((step - warmup) / (total - warmup), 0.0, 1.0)
        decay = 0.5 * (1.0 + jnp.cos(jnp.pi * progress))
        return peak * jnp.where(step < warmup, warm, decay)

    return schedule


def sgd(schedule, momentum=0.9):
    def init(params):
        return jax.tree.map(jnp.zeros_like, params)

    def update(grads, velocity, params, step):
        rate = schedule(step)
        velocity = jax.tree.map(lambda v, g: momentum * v + g, velocity, grads)
        params = jax.tree.map(lambda p, v: (p - rate * v).astype(p.dtype), params, velocity)
        return params, velocity

    return init, update


def loss_fn(params, batch):
    hidden = jnp.tanh(batch["x"] @ params["w1"] + params["b1"])
    logits = (hidden @ params["w2"]).astype(jnp.float32)
    return jnp.mean((logits[:, 0] - batch["y"]) ** 2)


def make_step(update):
    def train_step(state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(state.params, batch)
        params, velocity = update(grads, state.velocity, state.params, state.step)
        return TrainState(state.step + 1, params, velocity), loss

    return train_step


def init_params(dtype):
    k1, k2 = jax.random.split(jax.random.key(0))
    return {
        "w1": jax.random.normal(k1, (4, 8), dtype),
        "b1": jnp.zeros((8,), dtype),
        "w2": jax.random.normal(k2, (8, 1), dtype),
    }


def main() -> jax.Array:
    init, update = sgd(warmup_cosine(1e-3, 10, 100))
    params = init_params(jnp.bfloat16)
    state = TrainState(jnp.int32(0), params, init(params))
    batches = {"x": jnp.ones((5, 2, 4), jnp.bfloat16), "y": jnp.ones((5, 2))}
    state, losses = jax.lax.scan(make_step(update), state, batches)
    return losses
