import jax
import jax.numpy as jnp


def valid(tokens: jax.Array, lengths: jax.Array) -> jax.Array:
    not_padding = (tokens != 0).astype(jnp.float32)
    in_range = (jnp.arange(tokens.shape[0]) < lengths).astype(jnp.float32)
    return not_padding & in_range  # mistake


def main() -> jax.Array:
    return valid(jnp.arange(4), jnp.int32(3))
