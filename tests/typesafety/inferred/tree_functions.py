"""Reductions over the leaves of pytrees, and leaves with their paths."""

import operator
from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)


def t4added(t4tree):
    return jax.tree.reduce(lambda t4a, t4b: t4a + t4b, t4tree)


def t4norm(t4tree, t4start):
    return jnp.sqrt(
        jax.tree.reduce(lambda t4total, t4each: t4total + jnp.sum(t4each**2), t4tree, t4start)
    )


def t4larger(t4one, t4other):
    return jnp.maximum(t4one, t4other)


def t4paths(t4tree):
    return [t4leaf for t4path, t4leaf in jax.tree_util.tree_leaves_with_path(t4tree)]


def t4scaled(t4tree):
    return jax.tree.map_with_path(lambda t4path, t4leaf: t4leaf * 2 if t4path else t4leaf, t4tree)


def t4precise(t4path, t4leaf):
    return t4leaf.astype(jnp.float32)


def t4step(t4params, t4grads, t4rate):
    return jax.tree.map(lambda t4p, t4g: t4p - t4rate * t4g, t4params, t4grads)


def t4cast(t4trees):
    t4first, t4second = t4trees
    return jax.tree.map(lambda t4a, t4b: t4b.astype(t4a.dtype), t4first, t4second)


def t4named(t4path, t4leaf, t4other):
    return t4leaf + t4other


class T4Pair(NamedTuple):
    t4w: jax.Array
    t4b: jax.Array


t4unlike = {"w": bf16, "b": {"c": f32, "d": jnp.ones(3, jnp.float16)}}
reveal_type(t4step(t4unlike, t4unlike, jnp.float16(0.1))["w"])
reveal_type(t4step(t4unlike, t4unlike, jnp.float16(0.1))["b"]["c"])
reveal_type(t4step(t4unlike, t4unlike, jnp.float16(0.1))["b"]["d"])
reveal_type(t4step(t4unlike, t4unlike, 0.1)["b"]["d"])
reveal_type(t4cast(((bf16, f32), (f32, jnp.arange(3))))[0])
reveal_type(t4cast(((bf16, f32), (f32, jnp.arange(3))))[1])
reveal_type(jax.tree.map_with_path(t4named, {"w": bf16, "b": f32}, {"w": bf16, "b": bf16})["w"])
reveal_type(jax.tree.map_with_path(t4named, {"w": bf16, "b": f32}, {"w": bf16, "b": bf16})["b"])
reveal_type(t4step(T4Pair(bf16, f32), T4Pair(f32, f32), 0.1).t4b)  # unknown: of a class

reveal_type(t4added({"w": bf16, "b": f32}))
reveal_type(t4added({"w": bf16, "b": bf16}))
reveal_type(jax.tree.reduce(lambda _, t4last: t4last, {"w": bf16, "b": f32}))
reveal_type(t4added([bf16, bf16]))  # unknown: how many there are, and of none there is no result
reveal_type(t4norm({"w": bf16, "b": {"c": bf16}}, 0.0))
reveal_type(t4norm({"w": bf16, "b": bf16}, jnp.zeros(())))
reveal_type(t4norm((bf16, f32), 0))
reveal_type(jax.tree_util.tree_reduce(jnp.add, (bf16, f32)))
reveal_type(jax.tree_util.tree_reduce(t4larger, (bf16, bf16)))
reveal_type(jax.tree.reduce_associative(jnp.add, (bf16, bf16)))
reveal_type(t4paths({"w": bf16, "b": bf16})[0])
reveal_type(jax.tree.leaves_with_path({"w": bf16, "b": bf16})[0][1])
reveal_type(jax.tree.flatten_with_path((f32, f32))[0][0][1])
reveal_type(t4scaled({"w": bf16, "b": f32})["w"])
reveal_type(t4scaled({"w": bf16, "b": f32})["b"])
reveal_type(jax.tree_util.tree_map_with_path(t4precise, {"w": bf16, "b": bf16})["w"])


def zeros_of(dtype):
    weights = {"tf_w": jnp.ones(3, dtype), "tf_b": jnp.zeros(3, jnp.float16)}
    zeros = jax.tree.map(jnp.zeros_like, weights)
    return zeros["tf_w"], zeros["tf_b"]


def tangents_of(dtype):
    weights = (jnp.ones(3, dtype), jnp.arange(3))
    return jax.tree.map(jnp.tanh, weights)


reveal_type(zeros_of(jnp.bfloat16)[0])
reveal_type(zeros_of(jnp.bfloat16)[1])
reveal_type(tangents_of(jnp.bfloat16)[0])
reveal_type(tangents_of(jnp.bfloat16)[1])


def total(trees):
    sums = jax.tree.map(jnp.sum, trees)
    return jnp.sqrt(jax.tree.reduce(operator.add, sums, initializer=0))


reveal_type(total({"w": jnp.ones(3, jnp.float16), "b": jnp.ones(3, jnp.float16)}))
reveal_type(total((jnp.ones(3, jnp.bfloat16), jnp.ones(3, jnp.float32))))
