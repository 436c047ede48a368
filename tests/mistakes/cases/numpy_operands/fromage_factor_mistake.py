from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from promo_typing import Array


def fromage(learning_rate: float) -> Callable[[Any, Any], Any]:
    factor = 1 / np.sqrt(1 + learning_rate**2)

    def update(params, grads):  # type: ignore[no-untyped-def]
        return factor * (params - learning_rate * grads)  # mistake

    return update


def main() -> Array[jnp.bfloat16]:
    params = jnp.ones(3, jnp.bfloat16)
    return fromage(0.1)(params, params)
