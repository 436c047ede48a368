from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array


class Params(NamedTuple):
    kernel: Array[jnp.float32]
    counter: Array[jnp.int32]


def loss(params: Params, x: Array[jnp.float32]) -> Array[jnp.float32]:
    return jnp.mean((x @ params.kernel) ** 2)


def gradients(params: Params, x: Array[jnp.float32]) -> Params:
    return jax.grad(loss)(params, x)  # mistake


def main() -> jax.Array:
    params = Params(jnp.ones((4, 2)), jnp.int32(0))
    return gradients(params, jnp.ones((3, 4))).kernel
