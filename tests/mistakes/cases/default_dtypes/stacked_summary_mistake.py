import jax
import jax.numpy as jnp

from promo_typing import Array


def apply_updates(params, updates):  # type: ignore[no-untyped-def]
    return jax.tree.map(lambda p, u: p + u, params, updates)  # mistake


def main() -> Array[jnp.bfloat16]:
    params = {"w": jnp.ones(3, jnp.bfloat16), "b": jnp.ones((), jnp.bfloat16)}
    updates = {"w": jnp.full(3, -0.1, jnp.float32), "b": jnp.float32(0.1)}
    return apply_updates(params, updates)["w"]  # mistake
