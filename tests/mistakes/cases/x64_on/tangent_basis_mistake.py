import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


def directional(x: Array[jnp.float64], basis: jax.Array) -> jax.Array:
    return jax.jvp(jnp.sin, (x,), (basis,))[1]


def derivative(x: Array[jnp.float64]) -> Array[jnp.float64]:
    basis = jnp.ones(x.shape, jnp.float32)
    _, tangent = jax.jvp(jnp.sin, (x,), (basis,))  # mistake
    return tangent


def main() -> jax.Array:
    return derivative(jnp.ones(3))
