import jax
import jax.numpy as jnp

PRECISIONS = {"single": "float32", "double": "float64"}


def initial_time(precision: str) -> jax.Array:
    return jnp.asarray(0.0, dtype=PRECISIONS[precision])  # mistake


def main() -> jax.Array:
    return initial_time("double")  # mistake
