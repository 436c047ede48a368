from typing import NamedTuple

import jax
import jax.numpy as jnp


class LossScale(NamedTuple):
    scale: jax.Array
    counter: jax.Array

    @classmethod
    def create(cls, initial=2.0**12):
        return cls(jnp.asarray(initial, jnp.float32), jnp.zeros((), jnp.int32))

    def unscale(self, grads):
        inv = 1.0 / self.scale
        return jax.tree.map(lambda g: (g * inv).astype(g.dtype), grads)


def loss_fn(params, x, y, scale):
    pred = x @ params["w"]
    loss = jnp.mean((pred - y) ** 2)
    return loss * scale.scale.astype(loss.dtype)


def step(params, state, x, y):
    grads = jax.grad(loss_fn)(params, x, y, state)
    grads = state.unscale(grads)
    return jax.tree.map(lambda p, g: p - 0.01 * g, params, grads)


def main():
    params = {"w": jnp.zeros((4,), jnp.float16)}
    x, y = jnp.ones((2, 4), jnp.float16), jnp.ones((2,), jnp.float16)
    return step(params, LossScale.create(), x, y)["w"]
