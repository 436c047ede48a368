import jax
import jax.numpy as jnp


def half_buffer(x: jax.Array) -> jax.Array:
    return jnp.zeros((x.shape[0] // 2, x.shape[1]), x.dtype)


def main() -> jax.Array:
    return half_buffer(jnp.ones((4, 2)))
