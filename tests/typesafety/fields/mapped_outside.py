"""A pytree that a lambda maps outside of functions."""

from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp


class Negated(NamedTuple):
    negated_leaf: jax.Array


def read(tree: Negated) -> jax.Array:
    reveal_type(tree.negated_leaf)
    return tree.negated_leaf


negated = Negated(jnp.ones(3, jnp.bfloat16))
jax.tree.map(lambda leaf: -leaf, negated)
read(negated)
