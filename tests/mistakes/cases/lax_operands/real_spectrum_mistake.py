import jax
import jax.numpy as jnp

from promo_typing import Array


def spectrum(signal: Array[jnp.float32]) -> Array[jnp.float32]:
    return jnp.asarray(jnp.fft.fft(signal), jnp.float32)  # mistake


def main() -> jax.Array:
    return spectrum(jnp.arange(4.0))
