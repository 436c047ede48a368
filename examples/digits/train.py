"""One training step: a bfloat16 forward and backward pass, and a float32 update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array

from .data import CLASSES, PIXELS, Batch, batches
from .model import Network, apply, half, init
from .precision import LossScale, adjust, initial_scale, unscale

LEARNING_RATE = 0.02
MOMENTUM = 0.9
WEIGHT_DECAY = 1e-4
BATCH_SIZE = 32
HIDDEN_SIZES = (128, 64)


class State(NamedTuple):
    """What a step changes. The velocity has the structure of the master weights."""

    master: Network[jnp.float32]
    velocity: Network[jnp.float32]
    scale: LossScale


class Report(NamedTuple):
    """The result of an epoch."""

    epoch: int
    loss: float
    accuracy: float
    scale: float


def cross_entropy(scores: Array[jnp.bfloat16], labels: Array[jnp.int32]) -> Array[jnp.float32]:
    """Return the mean loss; exponentials and sums need more precision than bfloat16 has."""
    logits = scores.astype(jnp.float32)
    shifted = logits - jnp.max(logits, axis=-1, keepdims=True)
    log_total = jnp.log(jnp.sum(jnp.exp(shifted), axis=-1))
    of_label = jnp.where(labels[:, None] == jnp.arange(CLASSES), shifted, 0)
    return jnp.mean(log_total - jnp.sum(of_label, axis=-1))


def accuracy(network: Network[jnp.float32], batch: Batch) -> Array[jnp.float32]:
    """Return the share of images whose label has the highest score."""
    scores = apply(half(network), batch.images)
    return jnp.mean(jnp.argmax(scores, axis=-1) == batch.labels)


def update(
    master: Network[jnp.float32], velocity: Network[jnp.float32], gradients: Network[jnp.float32]
) -> tuple[Network[jnp.float32], Network[jnp.float32]]:
    """Return master weights and velocity after gradient descent with momentum."""

    def accelerate(
        v: Array[jnp.float32], gradient: Array[jnp.float32], weight: Array[jnp.float32]
    ) -> Array[jnp.float32]:
        return MOMENTUM * v + gradient + WEIGHT_DECAY * weight

    def move(weight: Array[jnp.float32], v: Array[jnp.float32]) -> Array[jnp.float32]:
        return weight - LEARNING_RATE * v

    faster: Network[jnp.float32] = jax.tree.map(accelerate, velocity, gradients, master)
    moved: Network[jnp.float32] = jax.tree.map(move, master, faster)
    return moved, faster


def step(state: State, batch: Batch) -> tuple[State, Array[jnp.float32]]:
    """Return the next state and the loss; the weights stay if the gradients overflowed."""

    def scaled_loss(
        network: Network[jnp.bfloat16],
    ) -> tuple[Array[jnp.float32], Array[jnp.float32]]:
        loss = cross_entropy(apply(network, batch.images), batch.labels)
        return loss * state.scale.factor, loss

    loss: Array[jnp.float32]
    gradients: Network[jnp.bfloat16]
    gradients, loss = jax.grad(scaled_loss, has_aux=True)(half(state.master))
    unscaled, finite = unscale(gradients, state.scale)

    def keep(new: Array[jnp.float32], old: Array[jnp.float32]) -> Array[jnp.float32]:
        return jnp.where(finite, new, old)

    moved = update(state.master, state.velocity, unscaled)
    master, velocity = jax.tree.map(keep, moved, (state.master, state.velocity))
    return State(master, velocity, adjust(state.scale, finite)), loss


def initial_state(key: Array) -> State:
    master = init(key, (PIXELS, *HIDDEN_SIZES, CLASSES))
    return State(master, jax.tree.map(jnp.zeros_like, master), initial_scale())


def train(key: Array, data: Batch, test: Batch, epochs: int) -> Iterator[Report]:
    """Train for a number of epochs, and report after each."""
    init_key, order_key = jax.random.split(key)
    state = initial_state(init_key)
    jit_step, jit_accuracy = jax.jit(step), jax.jit(accuracy)
    for epoch in range(1, epochs + 1):
        losses: list[Array[jnp.float32]] = []
        for batch in batches(jax.random.fold_in(order_key, epoch), data, BATCH_SIZE):
            state, loss = jit_step(state, batch)
            losses.append(loss)
        mean_loss = jnp.mean(jnp.stack(losses))
        correct = jit_accuracy(state.master, test)
        yield Report(epoch, float(mean_loss), float(correct), float(state.scale.factor))
