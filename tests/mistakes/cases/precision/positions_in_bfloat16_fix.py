import jax
import jax.numpy as jnp


def positions(length: int) -> jax.Array:
    return jnp.arange(length).astype(jnp.float32)


def main() -> jax.Array:
    return positions(1400)[1329]
