"""A training script with transforms of flax.nnx."""

from functools import partial
from typing import reveal_type

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(4, 4, rngs=rngs)
        self.dropout = nnx.Dropout(0.1, deterministic=True)

    def __call__(self, x, scale=1.0):
        return self.dropout(self.linear(x)) * scale


def loss_fn(model, x, y):
    logits = model(x)
    reveal_type(logits)
    return jnp.mean((logits - y) ** 2)


def loss_with_parts(model, x):
    logits = model(x)
    return logits.mean(), {"logits": logits, "count": jnp.sum(x > 0)}


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
    reveal_type(loss)
    optimizer.update(model, grads)
    return loss


@nnx.jit(donate_argnames="x")
def predict(model, x):
    return model(x).astype(jnp.bfloat16)


@partial(nnx.jit, static_argnames=("scale",))
def scaled(model, x: jax.Array, scale: float = 2.0) -> jax.Array:
    return model(x, scale)


@nnx.jit
def numbers(x, y):
    return x, y, 1.0, x * y


@nnx.remat
def kept(x, y):
    return x * y, 1.0


@nnx.vmap
def each(x, y):
    return x * y


def square(x, y):
    return jnp.sum(x * x * y)


def main():
    model = Model(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    x, half = jnp.ones((2, 4)), jnp.ones((2, 4), jnp.bfloat16)
    reveal_type(train_step(model, optimizer, x, x))
    (value, parts), grads = nnx.value_and_grad(loss_with_parts, has_aux=True)(model, x)
    reveal_type(value)
    reveal_type(parts["logits"])
    reveal_type(parts["count"])
    reveal_type(grads["linear"]["kernel"][...])  # unknown
    reveal_type(predict(model, x))
    reveal_type(scaled(model, x))
    reveal_type(numbers(half, 2.0)[0])
    reveal_type(numbers(half, 2.0)[1])
    reveal_type(numbers(half, 2.0)[2])
    reveal_type(numbers(half, 2.0)[3])
    reveal_type(kept(half, 2.0)[0])  # unknown
    reveal_type(kept(half, x)[0])
    reveal_type(kept(half, x)[1])  # unknown
    reveal_type(each(half, half))
    reveal_type(nnx.vmap(square)(half, x))
    reveal_type(nnx.grad(square)(half, x))
    reveal_type(nnx.grad(square, argnums=1)(half, x))
    reveal_type(nnx.grad(square, argnums=(0, 1))(half, x)[0])  # unknown
    reveal_type(nnx.value_and_grad(square)(half, half)[0])
    reveal_type(nnx.grad(square)(2.0, 3.0))
    reveal_type(nnx.grad(square)(np.ones((2, 4)), half))  # unknown
    reveal_type(nnx.jit(square)(half, np.float32(2)))
    reveal_type(nnx.jit(model)(x))


main()
