import jax
import jax.numpy as jnp

from promo_typing import Array


def amplitude(phase: Array[jnp.float32]) -> Array[jnp.complex64]:
    return phase**2 + 1j * jnp.sin(phase)


def sensitivity(phase: Array[jnp.float32]) -> jax.Array:
    return jax.grad(amplitude)(phase)  # mistake


def main() -> jax.Array:
    return sensitivity(jnp.float32(1))
