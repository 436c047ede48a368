"""Checks of instances that JAX takes at run time, and what is known after them."""

from typing import assert_type

import jax
import jax.numpy as jnp
from jax import Array
from jax.typing import ArrayLike


def converted(x: object, y: ArrayLike | None) -> None:
    if isinstance(x, jax.typing.ArrayLike):
        assert_type(jnp.isfinite(x), Array[jnp.bool_])
    if isinstance(y, ArrayLike):
        assert_type(jnp.isfinite(y), Array[jnp.bool_])


def origin(x: object) -> None:
    # A tracer has the attributes of its abstract value and of its kind.
    if isinstance(x, jax.core.Tracer) and hasattr(x, "parent"):
        print(x.parent)
