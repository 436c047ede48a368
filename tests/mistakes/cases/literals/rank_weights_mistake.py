import jax
import jax.numpy as jnp


def rank_weights(scores, power=-2):
    order = jnp.argsort(jnp.argsort(-scores))
    return jnp.power(order + 1, power)  # mistake


def discounted(scores, gains):
    w = rank_weights(scores)
    return jnp.sum(w * gains) / jnp.sum(w)


def main() -> jax.Array:
    return jax.jit(discounted)(jnp.array([0.3, 0.1, 0.7]), jnp.ones(3))
