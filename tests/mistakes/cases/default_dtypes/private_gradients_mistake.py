from functools import partial

import jax
import jax.numpy as jnp


def clip(grads, limit):
    squares = [jnp.sum(jnp.square(g.astype(jnp.float32))) for g in jax.tree.leaves(grads)]
    norm = jnp.sqrt(sum(squares))
    factor = jnp.minimum(1.0, limit / (norm + 1e-12))
    return jax.tree.map(lambda g: (g * factor).astype(g.dtype), grads)


def add_noise(key, grads, sigma):
    leaves, treedef = jax.tree.flatten(grads)
    keys = jax.random.split(key, len(leaves))
    pairs = zip(keys, leaves, strict=True)
    noisy = [g + sigma * jax.random.normal(k, g.shape) for k, g in pairs]  # mistake
    return jax.tree.unflatten(treedef, noisy)


def private_grads(loss_fn, params, batch, key, limit, multiplier):
    per_example = jax.vmap(jax.grad(loss_fn), in_axes=(None, 0))(params, batch)
    clipped = jax.vmap(partial(clip, limit=limit))(per_example)
    summed = jax.tree.map(lambda g: g.sum(0), clipped)
    noisy = add_noise(key, summed, limit * multiplier)
    size = batch["y"].shape[0]
    return jax.tree.map(lambda g: g / size, noisy)


def loss_fn(params, example):
    h = jnp.tanh(example["x"] @ params["w1"])
    return (h @ params["w2"] - example["y"]) ** 2


def train(params, batches, key, lr=0.1):
    def step(carry, batch):
        params, key = carry
        key, sub = jax.random.split(key)
        grads = private_grads(loss_fn, params, batch, sub, limit=1.0, multiplier=0.5)
        params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
        return (params, key), None

    (params, _), _ = jax.lax.scan(step, (params, key), batches)  # mistake
    return params


def main() -> jax.Array:
    params = {"w1": jnp.ones((3, 4), jnp.bfloat16), "w2": jnp.ones((4,), jnp.bfloat16)}
    batches = {"x": jnp.ones((5, 2, 3), jnp.bfloat16), "y": jnp.ones((5, 2), jnp.bfloat16)}
    return train(params, batches, jax.random.key(0))["w1"]
