"""Functions of JAX and of Python under other names, and partials of them."""

import functools
import operator

import jax
import jax.numpy as jnp
from jax import tree_util as tu

tree_map = tu.tree_map
tree_leaves = tu.tree_leaves
tree_reduce = tu.tree_reduce
either = jnp.sin
either = jnp.sign

tree_sub = functools.partial(tree_map, operator.sub)
tree_sub.__doc__ = "The difference of two trees."
vdot = functools.partial(jnp.vdot, precision=jax.lax.Precision.HIGHEST)


def tree_vdot(x, y):
    return tree_reduce(operator.add, tree_map(vdot, x, y))
