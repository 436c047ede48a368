import jax
import jax.numpy as jnp

from promo_typing import Array


def search(losses: Array[jnp.float32]) -> jax.Array:
    def body(i, best):  # type: ignore[no-untyped-def]
        row = losses[i]
        better = row.min() < best["loss"]
        return {
            "loss": jnp.minimum(row.min(), best["loss"]),
            "index": jax.lax.select(better, jnp.argmin(row), jnp.int32(0)),
        }

    start = {"loss": jnp.float32(jnp.inf), "index": jnp.float32(jnp.nan)}
    return jax.lax.fori_loop(0, 4, body, start)["index"]  # mistake


def main() -> jax.Array:
    return search(jnp.ones((4, 3)))
