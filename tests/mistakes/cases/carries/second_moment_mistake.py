import jax
import jax.numpy as jnp

from promo_typing import Array


def train(params: Array[jnp.bfloat16], grads: Array[jnp.bfloat16]) -> jax.Array:
    def step(carry, grad):  # type: ignore[no-untyped-def]
        params, (mu, nu) = carry
        mu = 0.9 * mu + 0.1 * grad
        nu = 0.99 * nu + 0.01 * jnp.square(grad.astype(jnp.float32))
        return (params - 0.1 * mu, (mu, nu)), None

    moments = (jnp.zeros_like(params), jnp.zeros_like(params))
    (params, _), _ = jax.lax.scan(step, (params, moments), grads)  # mistake
    return params


def main() -> jax.Array:
    return train(jnp.ones(3, jnp.bfloat16), jnp.ones((4, 3), jnp.bfloat16))
