import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class TrainConfig:
    micro_batches: int = 2
    learning_rate: float = 0.1
    accumulate_dtype: jnp.dtype = jnp.float32


def init_params(key):
    k1, k2 = jax.random.split(key)
    return {
        "embed": jax.random.normal(k1, (16, 4), jnp.bfloat16),
        "head": jax.random.normal(k2, (4, 16), jnp.bfloat16),
    }


def loss_fn(params, tokens):
    x = params["embed"][tokens[:, :-1]]
    logits = (x @ params["head"]).astype(jnp.float32)
    labels = jax.nn.one_hot(tokens[:, 1:], 16)
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * labels, axis=-1))


def accumulate(config, params, batches):
    total = jax.tree.map(lambda p: jnp.zeros(p.shape, config.accumulate_dtype), params)
    for tokens in batches:
        grads = jax.grad(loss_fn)(params, tokens)
        total = jax.tree.map(lambda t, g: t + g.astype(t.dtype), total, grads)
    return jax.tree.map(lambda t: t / config.micro_batches, total)


def apply_gradients(params, grads, learning_rate):
    return jax.tree.map(lambda p, g: (p - learning_rate * g).astype(p.dtype), params, grads)


def train(config, num_steps):
    params = init_params(jax.random.key(0))
    tokens = jax.random.randint(jax.random.key(1), (config.micro_batches, 3, 6), 0, 16)
    for _ in range(num_steps):
        grads = accumulate(config, params, tokens)
        params = apply_gradients(params, grads, config.learning_rate)
    return params


def main() -> jax.Array:
    return train(TrainConfig(), 2)["head"]
