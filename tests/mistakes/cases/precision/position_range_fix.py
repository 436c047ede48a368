import jax
import jax.numpy as jnp


def positions(length: int) -> jax.Array:
    return jnp.arange(length, dtype=jnp.float32)


def main() -> int:
    return len(set(positions(512).tolist()))
