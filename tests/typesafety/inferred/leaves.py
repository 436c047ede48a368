"""Lists of the leaves of pytrees."""

from typing import reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)


def norm(tree):
    return sum([jnp.sum(x * x) for x in jax.tree.leaves(tree)], start=jnp.zeros((), jnp.bfloat16))


def precise(tree):
    return sum(jnp.sum(x.astype(jnp.float32) ** 2) for x in jax.tree_util.tree_leaves(tree)) + f32


def first(tree):
    flat, _ = jax.tree.flatten(tree)
    return flat[0]


reveal_type(norm({"w": bf16, "b": bf16}))
reveal_type(precise({"w": bf16, "b": f32}))
reveal_type(precise({"w": bf16, "b": {"c": f32, "d": (f32, f32)}}))
reveal_type(precise((bf16, f32)))
reveal_type(first({"w": bf16, "b": bf16}))
reveal_type(first((f32, f32)))
reveal_type(first([f32, f32]))
reveal_type(jax.tree_util.tree_flatten({"a": {"b": bf16}})[0][0])
