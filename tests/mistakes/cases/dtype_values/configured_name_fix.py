import jax
import jax.numpy as jnp

ACTIVATION_DTYPE = "float16"


def init_state(batch: int, width: int) -> jax.Array:
    return jnp.zeros((batch, width), dtype=ACTIVATION_DTYPE)


def main() -> jax.Array:
    return init_state(2, 3)
