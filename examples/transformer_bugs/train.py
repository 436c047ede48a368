"""One step of training, meant to be as cheap as that of ``examples.transformer``."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

from .model import LENGTH, TOKENS, Model, apply, init

BATCH = 8
LEARNING_RATE = 0.1
TEMPERATURE = np.float32(1.5)


def half(master: Model[jnp.float32]) -> Model[jnp.bfloat16]:
    """Return the parameters to compute with."""

    def cast(weight: Array[jnp.float32]) -> Array[jnp.bfloat16]:
        return weight.astype(jnp.bfloat16)

    rounded: Model[jnp.bfloat16] = jax.tree.map(cast, master)
    return rounded


def loss(
    model: Model[jnp.bfloat16], tokens: Array[jnp.int32], mask: Array[jnp.bool]
) -> Array[jnp.float32]:
    """Return the mean cross entropy of tokens of shape (batch, LENGTH + 1), where mask is true."""
    scores = apply(model, tokens[:, :-1], mask) / TEMPERATURE
    chances = jax.nn.log_softmax(scores.astype(jnp.float32), axis=-1)
    of_next = jnp.take_along_axis(chances, tokens[:, 1:, None], axis=-1)[..., 0]
    return -jnp.sum(jnp.where(mask, of_next, 0)) / jnp.sum(mask, dtype=jnp.float32)


def step(
    master: Model[jnp.float32], tokens: Array[jnp.int32], mask: Array[jnp.bool]
) -> tuple[Model[jnp.float32], Array[jnp.float32]]:
    """Return the weights after a step of gradient descent, and the loss before it."""

    def move(weight: Array[jnp.float32], gradient: Array[jnp.bfloat16]) -> Array[jnp.float32]:
        return weight - LEARNING_RATE * gradient.astype(jnp.float32)

    before: Array[jnp.float32]
    gradients: Model[jnp.bfloat16]
    before, gradients = jax.value_and_grad(loss)(half(master), tokens, mask)
    moved: Model[jnp.float32] = jax.tree.map(move, master, gradients)
    return moved, before


def arguments() -> tuple[Model[jnp.float32], Array[jnp.int32], Array[jnp.bool]]:
    """Return the arguments of a step: weights, and a batch that counts upwards."""
    starts = jnp.arange(BATCH, dtype=jnp.int32)[:, None]
    tokens = (starts + jnp.arange(LENGTH + 1, dtype=jnp.int32)) % TOKENS
    return init(jax.random.key(0)), tokens, jnp.ones((BATCH, LENGTH), jnp.bool)
