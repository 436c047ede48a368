import jax
import jax.numpy as jnp


def class_ids(target: list[int]) -> jax.Array:
    return jnp.array(target, dtype="int32")


def main() -> jax.Array:
    return class_ids([1, 2, 3])
