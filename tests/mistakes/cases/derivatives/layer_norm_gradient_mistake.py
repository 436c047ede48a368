import jax
import jax.numpy as jnp

from promo_typing import Array

Residuals = tuple[Array[jnp.bfloat16], Array[jnp.float32]]


@jax.custom_vjp
def scale(x: Array[jnp.bfloat16], gamma: Array[jnp.float32]) -> Array[jnp.bfloat16]:
    return x * gamma.astype(x.dtype)


def forward(
    x: Array[jnp.bfloat16], gamma: Array[jnp.float32]
) -> tuple[Array[jnp.bfloat16], Residuals]:
    return scale(x, gamma), (x, gamma)


def backward(residuals: Residuals, g: Array[jnp.bfloat16]):  # type: ignore[no-untyped-def]
    x, gamma = residuals
    return g * gamma.astype(g.dtype), jnp.sum(g * x, axis=0)  # mistake


scale.defvjp(forward, backward)  # mistake


def main() -> jax.Array:
    x, gamma = jnp.ones((3, 4), jnp.bfloat16), jnp.ones(4)
    return jax.grad(lambda gamma: scale(x, gamma).sum())(gamma)
