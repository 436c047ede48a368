"""The losses of optax, which are inferred from its source, over pairs of dtypes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import Project
from tests.layers import over_dtypes
from tests.unit.systems.libraries import library

pytestmark = pytest.mark.slow

library("optax")

_START: Final = """\
from typing import reveal_type

import jax.numpy as jnp
import optax
from optax import losses

label = jnp.ones(2, int)
bf16 = jnp.full((2, 3), 0.5, jnp.bfloat16)
f16 = jnp.full((2, 3), 0.5, jnp.float16)
f32 = jnp.full((2, 3), 0.5, jnp.float32)
weak = jnp.full((2, 3), 0.5)
i8 = jnp.ones((2, 3), jnp.int8)
"""
_FLOATS: Final = ("bf16", "f16", "f32", "weak")

_OF_TWO: Final = (
    "optax.squared_error({0}, {1})",
    "optax.l2_loss({0}, {1})",
    "optax.huber_loss({0}, {1})",
    "optax.huber_loss({0}, {1}, delta=0.5)",
    "optax.log_cosh({0}, {1})",
    "optax.cosine_similarity({0}, {1})",
    "optax.cosine_distance({0}, {1}, axis=0)",
    "optax.sigmoid_binary_cross_entropy({0}, {1})",
    "optax.sigmoid_focal_loss({0}, {1}, alpha=0.5)",
    "optax.softmax_cross_entropy({0}, {1})",
    "optax.safe_softmax_cross_entropy({0}, {1})",
    "optax.hinge_loss({0}, {1})",
    "optax.kl_divergence({0}, {1})",
    "losses.generalized_kl_divergence({0}, {1})",
    "losses.perceptron_loss({0}, {1})",
    "losses.kl_divergence_with_log_targets({0}, {1})",
    "losses.poly_loss_cross_entropy({0}, {1})",
    "losses.triplet_margin_loss({0}, {1}, {0})",
)
_OF_ONE: Final = (
    "optax.squared_error({0})",
    "optax.l2_loss({0})",
    "optax.huber_loss({0})",
    "optax.log_cosh({0})",
    "optax.softmax_cross_entropy_with_integer_labels({0}, label)",
    "optax.softmax_cross_entropy_with_integer_labels(logits={0}, labels=label).mean()",
    "optax.ntxent({0}, label)",
    "losses.multiclass_hinge_loss({0}, label)",
    "losses.multiclass_perceptron_loss({0}, label)",
    "optax.smooth_labels({0}, 0.1)",
    "optax.sigmoid_binary_cross_entropy({0}, i8)",
)


def test_jax_agrees(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Path(tmp_path_factory.mktemp("losses"), "losses.py")
    over_dtypes.write(script, _START, _OF_ONE, _OF_TWO, _FLOATS)
    over_dtypes.compare(script, project, monkeypatch)
