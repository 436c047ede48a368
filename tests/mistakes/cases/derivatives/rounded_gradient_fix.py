from typing import Any

import jax
import jax.numpy as jnp


def make_round() -> Any:
    @jax.custom_vjp
    def straight_through(x):  # type: ignore[no-untyped-def]
        return jnp.round(x)

    def forward(x):  # type: ignore[no-untyped-def]
        return straight_through(x), x

    def backward(x, g):  # type: ignore[no-untyped-def]
        return (jnp.where(jnp.abs(x) < 1, g, 0.0),)

    straight_through.defvjp(forward, backward)
    return straight_through


def main() -> jax.Array:
    quantize = make_round()
    return jax.grad(lambda x: quantize(x).sum())(jnp.ones(3, jnp.bfloat16))
