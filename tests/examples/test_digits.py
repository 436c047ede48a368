"""The training example learns, and its values have the dtypes that it declares."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from examples.digits.data import Batch, batches, load
from examples.digits.model import Network, apply, half
from examples.digits.precision import GROWTH_INTERVAL, LossScale, adjust, unscale
from examples.digits.train import State, accuracy, cross_entropy, initial_state, step
from promo_typing import Array, is_array

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.xdist_group("digits")  # One worker, because of the fixtures.


@pytest.fixture(scope="module")
def state() -> State:
    # As one program it is compiled in a tenth of the time.
    return jax.jit(initial_state)(jax.random.key(0))


@pytest.fixture(scope="module")
def batch() -> Batch:
    _, test = load(jax.random.key(1))
    return next(batches(jax.random.key(2), test, 32))


def _all_are(network: Network[jnp.float32] | Network[jnp.bfloat16], dtype: type) -> bool:
    leaves = jax.tree.leaves(network)
    return len(leaves) == 6 and all(is_array(leaf, dtype) for leaf in leaves)


@pytest.mark.slow
def test_reaches_95_percent() -> None:
    command = [sys.executable, "-m", "examples.digits"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    epochs = re.findall(r"^epoch +\d+ .* test accuracy ([\d.]+)%", run.stdout, re.MULTILINE)
    assert len(epochs) == 15
    assert float(epochs[-1]) > 95


def test_data(batch: Batch) -> None:
    assert is_array(batch.images, jnp.bfloat16)
    assert is_array(batch.labels, jnp.int32)
    assert isinstance(batch.labels, Array[jnp.int32])  # type: ignore[misc]  # refused by mypy
    assert not isinstance(batch.labels, Array[jnp.int64])  # type: ignore[misc]
    assert 0 <= batch.images.min() < batch.images.max() <= 1


def test_network(state: State, batch: Batch) -> None:
    network = half(state.master)
    assert _all_are(state.master, jnp.float32)
    assert _all_are(network, jnp.bfloat16)
    assert is_array(apply(network, batch.images), jnp.bfloat16)
    assert is_array(jax.jit(apply)(network, batch.images), jnp.bfloat16)


def test_tracers_have_the_declared_dtypes(state: State, batch: Batch) -> None:
    seen = []

    def traced(master: Network[jnp.float32], labels: Array[jnp.int32]) -> Array[jnp.float32]:
        scores = apply(half(master), batch.images)
        loss = cross_entropy(scores, labels)
        seen.append(
            all(
                [
                    is_array(scores, jnp.bfloat16),
                    is_array(labels, jnp.int32),
                    is_array(loss, jnp.float32),
                ]
            )
        )
        return loss

    jax.jit(jax.grad(traced))(state.master, batch.labels)
    assert seen == [True]


def test_step(state: State, batch: Batch) -> None:
    after, loss = jax.jit(step)(state, batch)
    assert is_array(loss, jnp.float32)
    assert _all_are(after.master, jnp.float32)
    assert _all_are(after.velocity, jnp.float32)
    assert is_array(after.scale.factor, jnp.float32)
    assert is_array(after.scale.steps, jnp.int32)
    assert is_array(accuracy(after.master, batch), jnp.float32)


def test_gradients_are_unscaled_in_float32(state: State) -> None:
    gradients, finite = unscale(half(state.master), state.scale)
    assert _all_are(gradients, jnp.float32)
    assert is_array(finite, jnp.bool)
    assert finite


@pytest.mark.parametrize(
    ("steps", "finite", "factor", "counted"),
    [(0, True, 8, 1), (GROWTH_INTERVAL - 1, True, 16, 0), (5, False, 4, 0)],
)
def test_loss_scale(steps: int, finite: bool, factor: float, counted: int) -> None:
    scale = LossScale(jnp.float32(8), jnp.int32(steps))
    after = adjust(scale, jnp.asarray(finite))
    assert is_array(after.factor, jnp.float32)
    assert is_array(after.steps, jnp.int32)
    assert float(after.factor) == factor
    assert int(after.steps) == counted


def test_an_overflow_leaves_the_weights_alone(state: State, batch: Batch) -> None:
    overflowing = state._replace(scale=LossScale(jnp.float32(jnp.inf), jnp.int32(7)))
    after, _ = jax.jit(step)(overflowing, batch)
    assert jax.tree.all(jax.tree.map(jnp.array_equal, after.master, state.master))
    assert after.scale.steps == 0
