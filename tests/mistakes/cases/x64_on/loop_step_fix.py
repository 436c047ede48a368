import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def integrate(x: Array[jnp.float32], steps: int) -> Array[jnp.float32]:
    times = jnp.linspace(0.0, 1.0, steps, dtype=x.dtype)
    final, _ = jax.lax.scan(lambda x, t: (x + 0.1 * t, None), x, times)
    return final


def main() -> jax.Array:
    return integrate(jnp.float32(0), 4)
