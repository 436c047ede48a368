"""One training step: a bfloat16 forward and backward pass, and a float32 update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array

from .data import CLASSES, PIXELS, Batch, batches, normalize
from .model import Float, Network, apply, half, init
from .precision import LossScale, adjust, initial_scale, unscale

LEARNING_RATE = 0.02
MOMENTUM = 0.9
WEIGHT_DECAY = 1e-4
BATCH_SIZE = 32
HIDDEN_SIZES = (128, 64)


class State(NamedTuple):
    """What a step changes. The velocity need not be exact, so one byte per number is enough."""

    master: Network[jnp.float32]
    velocity: Network[jnp.float8_e4m3fn]
    scale: LossScale


class Report(NamedTuple):
    """The result of an epoch."""

    epoch: int
    loss: float
    accuracy: float
    gain: float
    scale: float


def cross_entropy(scores: Array[jnp.bfloat16], labels: Array[jnp.uint4]) -> Array[jnp.float32]:
    """Return the mean loss; exponentials and sums need more precision than bfloat16 has."""
    logits = scores.astype(jnp.float32)
    shifted = logits - jnp.max(logits, axis=-1, keepdims=True)
    log_total = jnp.log(jnp.sum(jnp.exp(shifted), axis=-1))
    of_label = jnp.where(labels[:, None] == jnp.arange(CLASSES, dtype=jnp.uint4), shifted, 0)
    return jnp.mean(log_total - jnp.sum(of_label, axis=-1))


def correct(network: Network[jnp.float32], batch: Batch) -> Array[jnp.bool]:
    """Return for each image whether its label has the highest score."""
    scores = apply(half(network), normalize(batch.images))
    return jnp.equal(jnp.argmax(scores, axis=-1), batch.labels)


def gain(now: Array[jnp.bool], before: Array[jnp.bool]) -> Array[jnp.float32]:
    """Return by how much the share of correct answers grew."""
    return jnp.mean(now - before)


def mean_loss(losses: list[Array[jnp.float32]]) -> Array[jnp.float32]:
    return jnp.mean(jnp.stack(losses), dtype=jnp.float64)


def update(
    master: Network[jnp.float32],
    velocity: Network[jnp.float8_e4m3fn],
    gradients: Network[jnp.float32],
) -> tuple[Network[jnp.float32], Network[jnp.float8_e4m3fn]]:
    """Return master weights and velocity after gradient descent with momentum."""

    def accelerate(
        v: Array[jnp.float8_e4m3fn], gradient: Array[jnp.float32], weight: Array[jnp.float32]
    ) -> Array[jnp.float8_e4m3fn]:
        faster: Array[jnp.float32] = MOMENTUM * v + gradient + WEIGHT_DECAY * weight
        return faster.astype(jnp.float8_e4m3fn)

    def move(weight: Array[jnp.float32], v: Array[jnp.float8_e4m3fn]) -> Array[jnp.float32]:
        return weight - LEARNING_RATE * v.astype(jnp.float32)

    faster: Network[jnp.float8_e4m3fn] = jax.tree.map(accelerate, velocity, gradients, master)
    moved: Network[jnp.float32] = jax.tree.map(move, master, faster)
    return moved, faster


def step(state: State, batch: Batch, key: Array) -> tuple[State, Array[jnp.float32]]:
    """Return the next state and the loss; the weights stay if the gradients overflowed."""

    def scaled_loss(
        network: Network[jnp.bfloat16],
    ) -> tuple[Array[jnp.float32], Array[jnp.float32]]:
        loss = cross_entropy(apply(network, normalize(batch.images), key), batch.labels)
        return loss * state.scale.factor, loss

    loss: Array[jnp.float32]
    gradients: Network[jnp.bfloat16]
    gradients, loss = jax.grad(scaled_loss, has_aux=True)(half(state.master))
    unscaled, finite = unscale(gradients, state.scale)

    def keep(new: Array[Float], old: Array[Float]) -> Array[Float]:
        return jnp.where(finite, new, old)

    moved = update(state.master, state.velocity, unscaled)
    master, velocity = jax.tree.map(keep, moved, (state.master, state.velocity))
    return State(master, velocity, adjust(state.scale, finite)), loss


def initial_state(key: Array) -> State:
    master = init(key, (PIXELS, *HIDDEN_SIZES, CLASSES))
    velocity: Network[jnp.float8_e4m3fn] = jax.tree.map(
        lambda weight: jnp.zeros(weight.shape, jnp.float8_e4m3fn), master
    )
    return State(master, velocity, initial_scale())


def train(key: Array, data: Batch, test: Batch, epochs: int) -> Iterator[Report]:
    """Train for a number of epochs, and report after each."""
    init_key, order_key = jax.random.split(key)
    state = initial_state(init_key)
    jit_step, jit_correct = jax.jit(step), jax.jit(correct)
    right: Array[jnp.bool] = jit_correct(state.master, test)
    for epoch in range(1, epochs + 1):
        before, losses = right, list[Array[jnp.float32]]()
        epoch_key = jax.random.fold_in(order_key, epoch)
        for batch in batches(epoch_key, data, BATCH_SIZE):
            epoch_key, dropout_key = jax.random.split(epoch_key)
            state, loss = jit_step(state, batch, dropout_key)
            losses.append(loss)
        right = jit_correct(state.master, test)
        yield Report(
            epoch,
            float(mean_loss(losses)),
            float(jnp.mean(right)),
            float(gain(right, before)),
            float(state.scale.factor),
        )
