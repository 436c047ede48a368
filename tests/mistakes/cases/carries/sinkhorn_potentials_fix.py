import functools

import jax
import jax.numpy as jnp


def sinkhorn_step(_, potentials, cost, epsilon):
    f, g = potentials
    f = -epsilon * jax.nn.logsumexp((g[None, :] - cost) / epsilon, axis=1)
    g = -epsilon * jax.nn.logsumexp((f[:, None] - cost) / epsilon, axis=0)
    return f, g


def transport(a, b, cost, epsilon=0.1):
    body = functools.partial(sinkhorn_step, cost=cost, epsilon=epsilon)
    start = jnp.zeros_like(a, cost.dtype), jnp.zeros_like(b, cost.dtype)
    return jax.lax.fori_loop(0, 10, body, start)


def main() -> jax.Array:
    a = jnp.full((3,), 1 / 3, jnp.float16)
    b = jnp.full((4,), 1 / 4, jnp.float16)
    return transport(a, b, jnp.ones((3, 4)))[0]
