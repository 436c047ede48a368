import jax
import jax.numpy as jnp


def forget(counts, where):  # type: ignore[no-untyped-def]
    return counts.at[where].multiply(jnp.exp(-0.5))  # mistake


def main() -> jax.Array:
    return forget(jnp.full(4, 8), jnp.array([0, 2]))
