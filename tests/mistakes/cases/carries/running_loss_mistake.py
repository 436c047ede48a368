import jax
import jax.numpy as jnp

from promo_typing import Array


def evaluate(losses: Array[jnp.float32]) -> Array[jnp.float32]:
    def step(total, loss):  # type: ignore[no-untyped-def]
        return total + loss, None

    total, _ = jax.lax.scan(step, jnp.int32(0), losses)  # mistake
    return total


def main() -> jax.Array:
    return evaluate(jnp.ones(5))
