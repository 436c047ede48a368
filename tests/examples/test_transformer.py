"""The transformer learns, and its values have the declared dtypes; so do those of its twin."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import pytest

from examples import transformer, transformer_bugs
from examples.transformer import model, train
from examples.transformer_bugs import model as model_bugs
from examples.transformer_bugs import train as train_bugs
from promo_typing import is_array

ROOT: Final = Path(__file__).parents[2]

# One worker, which compiles the initial weights once.
pytestmark = pytest.mark.xdist_group("transformer")


@pytest.mark.parametrize("program", [train, train_bugs])
def test_learns(program: Any) -> None:
    weights, tokens, mask = program.arguments()
    step = jax.jit(program.step)
    losses = []
    for _ in range(60):
        weights, loss = step(weights, tokens, mask)
        losses.append(float(loss))
    assert losses[-1] < losses[0] / 2


@pytest.mark.parametrize(("forward", "program"), [(model, train), (model_bugs, train_bugs)])
def test_dtypes(forward: Any, program: Any) -> None:
    weights, tokens, mask = program.arguments()
    half = program.half(weights)
    assert all(is_array(leaf, jnp.float32) for leaf in jax.tree.leaves(weights))
    assert all(is_array(leaf, jnp.bfloat16) for leaf in jax.tree.leaves(half))
    scores = jax.eval_shape(forward.apply, half, tokens[:, :-1], mask)
    assert (scores.dtype, scores.shape) == (jnp.bfloat16, (train.BATCH, model.LENGTH, model.TOKENS))
    moved, loss = jax.eval_shape(program.step, weights, tokens, mask)
    assert loss.dtype == jnp.float32
    assert {leaf.dtype for leaf in jax.tree.leaves(moved)} == {jnp.dtype(jnp.float32)}


def test_what_is_masked_is_not_learned() -> None:
    weights, tokens, mask = train.arguments()
    half = train.half(weights)
    mask = mask.at[:, 20:].set(False)
    other = tokens.at[:, 25:].set(0)
    assert train.loss(half, tokens, mask) == train.loss(half, other, mask)
    assert train.loss(half, tokens, mask) != train.loss(half, tokens.at[:, 5].set(0), mask)


@pytest.mark.parametrize(
    ("package", "lints"),
    [(transformer, 0), (transformer_bugs, 2)],  # The two conversions by NumPy constants.
)
def test_promo_check_finds_what_it_can(package: Any, lints: int) -> None:
    folder = "examples/" + package.__name__.split(".")[-1]
    command = [sys.executable, "-m", "promo_cli", "check", folder]
    run = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert run.stdout.count("  [dtype-numpy-widening]\n") == lints, run.stdout + run.stderr
    assert run.stdout.count(": error: ") == lints
    assert run.returncode == (1 if lints else 0)
