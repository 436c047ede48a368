import jax
import jax.numpy as jnp

from promo_typing import Array


def softplus(x):  # type: ignore[no-untyped-def]
    return jnp.log1p(jnp.exp(x.astype(jnp.float32)))


def activate(kind: int | jax.Array, x: Array[jnp.bfloat16]) -> jax.Array:
    return jax.lax.switch(kind, [jax.nn.relu, jnp.tanh, softplus], x)  # mistake


def main() -> jax.Array:
    return activate(jnp.int32(1), jnp.ones(3, jnp.bfloat16))
