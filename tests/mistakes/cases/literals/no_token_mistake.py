import jax
import jax.numpy as jnp


def empty_slots(count: int) -> jax.Array:
    return jnp.tile(jnp.array([-1], dtype=jnp.uint32), count)  # mistake


def main() -> jax.Array:
    return empty_slots(4)
