"""The handwritten digits that come with scikit-learn: 1797 images of 8 x 8 pixels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from sklearn.datasets import load_digits  # type: ignore[import-untyped]

from promo_typing import Array

PIXELS = 64
CLASSES = 10
TEST_IMAGES = 360
BRIGHTEST = 16


class Batch(NamedTuple):
    """Images of shape (n, PIXELS) with values from 0 to 1, and their labels of shape (n,)."""

    images: Array[jnp.bfloat16]
    labels: Array[jnp.int32]


def load(key: Array) -> tuple[Batch, Batch]:
    """Return the images to learn from and those to test with, drawn at random."""
    pixels: npt.NDArray[np.float64]
    digits: npt.NDArray[np.int64]
    pixels, digits = load_digits(return_X_y=True)
    images = jnp.asarray(pixels / BRIGHTEST, jnp.bfloat16)
    labels = jnp.asarray(digits, jnp.int32)
    order: Array[jnp.int32] = jax.random.permutation(key, len(digits))
    train, test = order[TEST_IMAGES:], order[:TEST_IMAGES]
    return Batch(images[train], labels[train]), Batch(images[test], labels[test])


def batches(key: Array, data: Batch, size: int) -> Iterator[Batch]:
    """Yield the data once in a random order; the last incomplete batch is left out."""
    order: Array[jnp.int32] = jax.random.permutation(key, len(data.labels))
    for start in range(0, len(order) - size + 1, size):
        chosen = order[start : start + size]
        yield Batch(data.images[chosen], data.labels[chosen])
