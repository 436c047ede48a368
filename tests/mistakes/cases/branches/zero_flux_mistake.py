import jax
import jax.numpy as jnp

from promo_typing import Array


def surface_flux(wind: Array[jnp.float16], ocean: Array[jnp.bool_]) -> Array[jnp.float16]:
    return jax.lax.cond(ocean, lambda w: 0.1 * w, lambda w: jnp.zeros(w.shape), wind)  # mistake


def main() -> jax.Array:
    return surface_flux(jnp.ones(3, jnp.float16), jnp.bool_(True))
