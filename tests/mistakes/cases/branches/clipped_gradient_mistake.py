import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def clip(grad: Array[jnp.float16], limit: float):  # type: ignore[no-untyped-def]
    norm = jnp.linalg.norm(grad.astype(jnp.float32))
    return lax.cond(norm > limit, lambda: grad * (limit / norm), lambda: grad)  # mistake


def main() -> jax.Array:
    result: jax.Array = clip(jnp.ones(4, jnp.float16), 1.0)
    return result
