import jax
import jax.numpy as jnp

from promo_typing import Array


def multi_step(
    count: Array[jnp.int32], updates: Array[jnp.bfloat16], total: Array[jnp.float32]
) -> jax.Array:
    def emit(args):  # type: ignore[no-untyped-def]
        _, total = args
        return (total / 4).astype(updates.dtype), jnp.zeros_like(total)

    def keep(args):  # type: ignore[no-untyped-def]
        updates, total = args
        return jnp.zeros_like(updates), total + updates

    return jax.lax.cond(count == 3, emit, keep, (updates, total))[0]


def main() -> jax.Array:
    return multi_step(jnp.int32(0), jnp.ones(3, jnp.bfloat16), jnp.zeros(3))
