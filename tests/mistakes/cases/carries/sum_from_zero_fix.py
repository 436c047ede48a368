import jax
import jax.numpy as jnp
from jax import lax


def energy(spins: jax.Array) -> jax.Array:
    def body(i: jax.Array, total: jax.Array) -> jax.Array:
        return total - jnp.sum(spins[i] * spins[i + 1])

    start = jnp.zeros((), spins.dtype)
    return lax.fori_loop(0, spins.shape[0] - 1, body, start)


def main() -> jax.Array:
    return energy(jnp.ones((4, 4)))
