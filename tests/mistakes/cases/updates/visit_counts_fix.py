from typing import NamedTuple

import jax
import jax.numpy as jnp

from promo_typing import Array


class Tree(NamedTuple):
    visits: Array[jnp.int32]
    values: Array[jnp.float32]


def backup(tree: Tree, node: Array[jnp.int32], weight: Array[jnp.float32]) -> Tree:
    visits = tree.visits.at[node].add(1)
    return tree._replace(visits=visits, values=tree.values.at[node].add(weight))


def main() -> jax.Array:
    tree = Tree(jnp.zeros(4, jnp.int32), jnp.zeros(4))
    return backup(tree, jnp.int32(1), jnp.float32(0.5)).visits
