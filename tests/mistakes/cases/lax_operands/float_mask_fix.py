import jax
import jax.numpy as jnp


def valid(tokens: jax.Array, lengths: jax.Array) -> jax.Array:
    not_padding = tokens != 0
    in_range = jnp.arange(tokens.shape[0]) < lengths
    return not_padding & in_range


def main() -> jax.Array:
    return valid(jnp.arange(4), jnp.int32(3))
