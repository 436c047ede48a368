import jax
import jax.numpy as jnp
from jax import lax

from promo_typing import Array


def bisect(tolerance: Array[jnp.float32]) -> Array[jnp.float32]:
    def large(t):  # type: ignore[no-untyped-def]
        return t > 0.1

    return lax.while_loop(large, lambda t: t / 2, tolerance)


def main() -> jax.Array:
    return bisect(jnp.float32(1))
