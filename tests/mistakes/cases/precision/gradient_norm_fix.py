import jax
import jax.numpy as jnp

from promo_typing import Array


def global_norm(grads):  # type: ignore[no-untyped-def]
    leaves = jax.tree.leaves(grads)
    return jnp.sqrt(sum(jnp.sum(jnp.square(g.astype(jnp.float32))) for g in leaves))


def main() -> jax.Array:
    grads: dict[str, Array[jnp.float16]] = {"w": jnp.full(4, 500.0, jnp.float16)}
    return global_norm(grads).astype(jnp.float32)
