import jax
import jax.numpy as jnp
import numpy as np


def load_times(milliseconds: list[int]) -> jax.Array:
    times = np.array(milliseconds, dtype=np.int64)
    return jnp.asarray(times)  # mistake


def main() -> jax.Array:
    return load_times([1_700_000_000_000])[0]
