import jax
import jax.numpy as jnp

from promo_typing import Array


def maybe_update(
    grad: Array[jnp.bfloat16], rate: Array[jnp.float32], ready: Array[jnp.bool_]
) -> jax.Array:
    def apply(g):  # type: ignore[no-untyped-def]
        return -rate * g

    def skip(g):  # type: ignore[no-untyped-def]
        return jnp.zeros_like(g)

    return jax.lax.cond(ready, apply, skip, grad)  # mistake


def main() -> jax.Array:
    return maybe_update(jnp.ones(4, jnp.bfloat16), jnp.float32(0.1), jnp.bool_(True))
