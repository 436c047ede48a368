import jax
import jax.numpy as jnp


def empty_slots(count: int) -> jax.Array:
    return jnp.tile(jnp.array([0xFFFFFFFF], dtype=jnp.uint32), count)


def main() -> jax.Array:
    return empty_slots(4)
