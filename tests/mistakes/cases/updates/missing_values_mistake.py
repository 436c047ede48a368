import jax
import jax.numpy as jnp


def drop_missing(counts: jax.Array, missing: jax.Array) -> jax.Array:
    observed = counts.astype(jnp.int32)
    return observed.at[missing].set(jnp.nan)  # mistake


def main() -> jax.Array:
    return drop_missing(jnp.array([0, 47, 0]), jnp.array([0, 2]))
