import jax
import jax.numpy as jnp


def init(key, size, dtype=jnp.float64):  # type: ignore[no-untyped-def]
    return jax.random.normal(key, (size,), dtype)  # mistake


def main() -> jax.Array:
    return init(jax.random.key(0), 3)
