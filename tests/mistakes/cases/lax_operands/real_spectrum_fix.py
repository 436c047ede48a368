import jax
import jax.numpy as jnp

from promo_typing import Array


def spectrum(signal: Array[jnp.float32]) -> Array[jnp.float32]:
    return jnp.abs(jnp.fft.fft(signal))


def main() -> jax.Array:
    return spectrum(jnp.arange(4.0))
