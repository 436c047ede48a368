import jax
import jax.numpy as jnp
import numpy as np


def lowest(x):  # type: ignore[no-untyped-def]
    return float(np.finfo(x.dtype).min)  # mistake


def main() -> jax.Array:
    x = jnp.ones(3, jnp.bfloat16)
    return jnp.full_like(x, lowest(x))
