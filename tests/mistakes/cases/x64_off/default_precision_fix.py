import jax
import jax.numpy as jnp


def init(key, size, dtype=jnp.float32):  # type: ignore[no-untyped-def]
    return jax.random.normal(key, (size,), dtype)


def main() -> jax.Array:
    return init(jax.random.key(0), 3)
