import jax
import jax.numpy as jnp


def initial_state(size: int) -> jax.Array:
    return jnp.zeros((size, 2), dtype=jnp.float32)


def main() -> jax.Array:
    return initial_state(4)
