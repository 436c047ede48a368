import jax
import jax.numpy as jnp

from promo_typing import Array


@jax.custom_vjp
def scaled(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * 2


def scaled_fwd(x: Array[jnp.bfloat16]) -> tuple[Array[jnp.bfloat16], None]:
    return scaled(x), None


def scaled_bwd(_: None, g: Array[jnp.bfloat16]) -> tuple[Array[jnp.bfloat16]]:
    return ((g.astype(jnp.float32) * 2).astype(g.dtype),)


scaled.defvjp(scaled_fwd, scaled_bwd)


def main() -> jax.Array:
    return jax.grad(lambda x: scaled(x).sum())(jnp.ones(4, jnp.bfloat16))
