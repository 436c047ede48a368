from typing import NamedTuple

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


class SoapState(NamedTuple):
    count: jax.Array
    gg: jax.Array
    q: jax.Array


def init(param):
    n = param.shape[0]
    return SoapState(
        jnp.zeros([], jnp.int32),
        jnp.zeros((n, n), jnp.float32),  # mistake
        jnp.eye(n, dtype=jnp.float32),  # mistake
    )


def refresh(gg, q):
    q, _ = jnp.linalg.qr(gg @ q)
    return gg, q


def update(grad, state, beta=0.95):
    outer = grad @ grad.T
    gg = beta * state.gg + (1 - beta) * outer
    gg, q = jax.lax.cond(  # mistake
        state.count % 10 == 0,
        lambda: refresh(gg, state.q),
        lambda: (state.gg, state.q),
    )
    return q.T @ grad, SoapState(state.count + 1, gg, q)


def main():
    w = jnp.ones((4, 4), jnp.float64)
    return update(w, init(w))[0]
