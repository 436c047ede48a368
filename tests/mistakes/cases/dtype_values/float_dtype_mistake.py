import jax
import jax.numpy as jnp


def is_real(x: jax.Array) -> bool:
    return x.dtype == float  # mistake


def main() -> bool:
    return is_real(jnp.ones(3))
