from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax


class LossScale(NamedTuple):
    value: Any
    good_steps: Any

    def scale(self, loss):
        return loss * self.value.astype(loss.dtype)

    def unscale(self, grads):
        return jax.tree.map(lambda g: (g / self.value).astype(g.dtype), grads)

    def adjust(self, finite):
        grown = jnp.where(self.good_steps >= 1999, self.value * 2, self.value)
        value = jnp.where(finite, grown, jnp.maximum(self.value / 2, 1.0))
        good = jnp.where(finite, (self.good_steps + 1) % 2000, 0)
        return LossScale(value, good)


def all_finite(tree):
    return jnp.all(jnp.stack([jnp.isfinite(leaf).all() for leaf in jax.tree.leaves(tree)]))


def apply_sgd(params, grads, lr=0.01):
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def loss_fn(params, x, y, scale):
    h = jax.nn.relu(x @ params["w"] + params["b"])
    loss = jnp.mean((h - y) ** 2)
    return scale.scale(loss), loss


@jax.jit
def train_step(params, scale, x, y):
    (_, loss), grads = jax.value_and_grad(loss_fn, has_aux=True)(params, x, y, scale)
    grads = scale.unscale(grads)
    finite = all_finite(grads)
    params = lax.cond(
        finite,
        lambda operands: apply_sgd(*operands),
        lambda operands: operands[0],
        (params, grads),
    )
    return params, scale.adjust(finite), loss


def main() -> jax.Array:
    params = {"w": jnp.ones((4, 2), jnp.float16), "b": jnp.zeros((2,), jnp.float16)}
    scale = LossScale(jnp.float32(2.0**15), jnp.int32(0))
    x, y = jnp.ones((8, 4), jnp.float16), jnp.ones((8, 2), jnp.float16)
    for _ in range(2):
        params, scale, loss = train_step(params, scale, x, y)
    return loss
