"""Dynamic loss scaling (Micikevicius et al., 2018).

Small gradients vanish in half precision, so the loss is multiplied by a large factor before it is
differentiated, and the gradients are divided by it afterwards. The factor is doubled now and
then, and halved when the gradients overflow; the step in which they do is left out.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array

from .model import Network

GROWTH_INTERVAL = 100


class LossScale(NamedTuple):
    """The factor, and the number of steps since it was last changed; both of shape ()."""

    factor: Array[jnp.float32]
    steps: Array[jnp.int32]


def initial_scale() -> LossScale:
    return LossScale(jnp.asarray(2**15, jnp.float32), jnp.zeros((), jnp.int32))


def unscale(
    gradients: Network[jnp.bfloat16], scale: LossScale
) -> tuple[Network[jnp.float32], Array[jnp.bool]]:
    """Return the gradients of the loss itself, and whether all of them are finite."""

    def divide(gradient: Array[jnp.bfloat16]) -> Array[jnp.float32]:
        return gradient.astype(jnp.float32) / scale.factor

    unscaled: Network[jnp.float32] = jax.tree.map(divide, gradients)
    return unscaled, all_finite(unscaled)


def all_finite(gradients: Network[jnp.float32]) -> Array[jnp.bool]:
    leaves: list[Array[jnp.float32]] = jax.tree.leaves(gradients)
    return jnp.all(jnp.stack([jnp.all(jnp.isfinite(leaf)) for leaf in leaves]))


def adjust(scale: LossScale, finite: Array[jnp.bool]) -> LossScale:
    """Return the scale for the next step."""
    grows = finite & (scale.steps + 1 >= GROWTH_INTERVAL)
    factor = jnp.where(grows, scale.factor * 2, scale.factor)
    factor = jnp.where(finite, factor, jnp.maximum(scale.factor / 2, 1))
    steps = jnp.where(finite & ~grows, scale.steps + 1, 0.0)
    return LossScale(factor, steps)
