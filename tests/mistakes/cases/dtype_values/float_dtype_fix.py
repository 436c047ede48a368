import jax
import jax.numpy as jnp


def is_real(x: jax.Array) -> bool:
    return jnp.issubdtype(x.dtype, jnp.floating)


def main() -> bool:
    return is_real(jnp.ones(3))
