import jax
import jax.numpy as jnp

from promo_typing import Array


def power_iteration(matrix: Array[jnp.complex64], start: Array[jnp.complex64]) -> jax.Array:
    def body(_, carry):  # type: ignore[no-untyped-def]
        vector, _ = carry
        product = matrix @ vector
        return product / jnp.linalg.norm(product), jnp.vdot(vector, product)

    first = (start, jnp.zeros((), matrix.dtype))
    return jax.lax.fori_loop(0, 5, body, first)[1]


def main() -> jax.Array:
    return power_iteration(jnp.eye(2, dtype=jnp.complex64), jnp.ones(2, jnp.complex64))
