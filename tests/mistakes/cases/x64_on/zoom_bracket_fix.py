from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array

jax.config.update("jax_enable_x64", True)


class Bracket(NamedTuple):
    low: jax.Array
    value: jax.Array


def zoom(x: Array[jnp.float32]) -> Bracket:
    def body(state: Bracket) -> Bracket:
        low = state.low / 2
        return Bracket(low, jnp.sum((x * low.astype(x.dtype)) ** 2))

    start = Bracket(jnp.ones(()), jnp.zeros((), x.dtype))
    return jax.lax.while_loop(lambda s: s.low > 0.1, body, start)


def main() -> Bracket:
    return zoom(jnp.ones(3, jnp.float32))
