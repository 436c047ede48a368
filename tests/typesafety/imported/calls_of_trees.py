"""Variables of another module that hold functions, and are called."""

from typing import reveal_type

import jax.numpy as jnp
import trees
from trees import either, tree_leaves, tree_map, tree_sub, tree_vdot

x = (jnp.ones(3), jnp.ones(2, jnp.bfloat16))
reveal_type(tree_map(jnp.sign, x)[1])
reveal_type(tree_map(lambda leaf: leaf.astype(jnp.int8), x)[0])
reveal_type(trees.tree_map(lambda leaf: leaf * 2, x)[1])
reveal_type(tree_leaves([x[1]])[0])
reveal_type(tree_sub(x, x)[1])
reveal_type(trees.tree_sub(x, x)[0])
reveal_type(tree_vdot(x, x))
reveal_type(either(jnp.ones(3, int)))  # unknown: it was bound twice


def norm(p, q):
    difference = tree_sub(p, q)
    return tree_vdot(difference, difference)


reveal_type(norm(x[1], x[1]))
