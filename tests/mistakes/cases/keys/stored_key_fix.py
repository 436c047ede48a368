import jax
import jax.numpy as jnp


def restore(words: list[int]) -> jax.Array:
    return jax.random.wrap_key_data(jnp.array(words, jnp.uint32))


def main() -> jax.Array:
    return jax.random.bits(restore([0, 42]))
