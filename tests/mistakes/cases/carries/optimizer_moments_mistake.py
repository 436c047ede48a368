import jax
import jax.numpy as jnp
import numpy as np

from promo_typing import Array

DECAY = np.float32(0.9)


def smooth(grads: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    def update(moment: Array[jnp.bfloat16], grad: Array[jnp.bfloat16]):  # type: ignore[no-untyped-def]
        return DECAY * moment + (1 - DECAY) * grad, None

    start = jnp.zeros_like(grads[0])
    moment, _ = jax.lax.scan(update, start, grads)  # mistake
    return moment


def main() -> jax.Array:
    return smooth(jnp.ones((3, 4), jnp.bfloat16) * np.int8(1))
