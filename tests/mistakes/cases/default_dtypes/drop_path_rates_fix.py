import jax
import jax.numpy as jnp

from promo_typing import Array


def residual_stack(
    x: Array[jnp.bfloat16], kernels: list[Array[jnp.bfloat16]]
) -> Array[jnp.bfloat16]:
    keep = jnp.linspace(1.0, 0.5, len(kernels), dtype=x.dtype)
    for depth, kernel in enumerate(kernels):
        x = x + keep[depth] * jnp.tanh(x @ kernel)
    return x


def main() -> jax.Array:
    kernel = jnp.ones((8, 8), jnp.bfloat16)
    return residual_stack(jnp.ones((4, 8), jnp.bfloat16), [kernel, kernel])
