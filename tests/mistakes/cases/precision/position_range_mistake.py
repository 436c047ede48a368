import jax
import jax.numpy as jnp


def positions(length: int) -> jax.Array:
    return jnp.arange(length, dtype=jnp.bfloat16)  # mistake


def main() -> int:
    return len(set(positions(512).tolist()))
