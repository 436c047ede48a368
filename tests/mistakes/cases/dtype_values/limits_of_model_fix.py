import jax
import jax.numpy as jnp


def lowest(x):  # type: ignore[no-untyped-def]
    return float(jnp.finfo(x.dtype).min)


def main() -> jax.Array:
    x = jnp.ones(3, jnp.bfloat16)
    return jnp.full_like(x, lowest(x))
