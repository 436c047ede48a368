"""``jax.tree.map`` over trees of which only some parts are known."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones(4, jnp.bfloat16)
f16 = jnp.ones(4, jnp.float16)
f32 = jnp.ones(4, jnp.float32)


class Step(NamedTuple):
    value: jax.Array
    reward: jax.Array
    info: Any


class Narrow(NamedTuple):
    low: jax.Array
    other: Any


class Counted(NamedTuple):
    mean: jax.Array
    rate: float


class Stated(NamedTuple):
    stated: jax.Array
    inner: Counted


@jax.tree_util.register_dataclass
@dataclass
class Layer:
    weight: jax.Array
    extra: Any


@dataclass
class Holder:
    held: jax.Array


def from_file():
    return jnp.asarray(json.loads("[1, 2, 3, 4]"), json.loads('"int8"'))


def halves(tree):
    return jax.tree.map(lambda leaf: leaf.reshape(2, -1), tree)


def taken(tree, order):
    return jax.tree.map(lambda leaf: jnp.take(leaf, order, axis=0), tree)


def unpacked(batch):
    step, advantages, targets = batch
    return step.value * advantages, targets, advantages, step.reward


def new_step():
    return Step(bf16, from_file(), {"done": from_file()})


def epoch():
    batch = (new_step(), f32, from_file())
    return unpacked(taken(halves(batch), jnp.arange(2)))


def apart(tree, other):
    return jax.tree.map(lambda one, two: one - two, tree, other)


def apart_in_step():
    return apart((f32, new_step()), (bf16, new_step()))[1].value


def entries(tree):
    mapped = jax.tree.map(jnp.square, tree)
    return mapped["known"], mapped["unknown"], mapped["inner"][0]


def items():
    mapped = jax.tree.map(lambda leaf: leaf * 2, ([Layer(bf16, from_file())], f32))
    return mapped[0][0].weight, mapped[1]


def narrow():
    tree = (Narrow(f16, from_file()), f32)
    narrow, other = jax.tree.map(lambda leaf: leaf.astype(jnp.bfloat16), tree)
    return narrow.low, other


def counted():
    count, other = jax.tree.map(jnp.asarray, (Counted(bf16, 0.5), f32))
    return count.mean * count.rate, other


def within():
    stated, other = jax.tree.map(jnp.asarray, (Stated(bf16, Counted(bf16, 0.5)), f32))
    return stated.inner.rate * bf16, other


def opened():
    tree = (Holder(bf16), f32)
    return jax.tree.map(lambda leaf: leaf.held if isinstance(leaf, Holder) else leaf, tree)


def looped():
    def body(total, batch):
        each, scale = batch
        return total + each.value.astype(jnp.float32).sum() * scale.sum(), each.value

    batch = jax.tree.map(lambda leaf: leaf[:, None], (new_step(), f32))
    return jax.lax.scan(body, jnp.float32(0), batch)


reveal_type(epoch()[0])
reveal_type(epoch()[1])  # unknown: read from a file
reveal_type(epoch()[2])
reveal_type(epoch()[3])  # unknown: read from a file
reveal_type(apart((f32, from_file()), (bf16, f32))[0])
reveal_type(apart((f32, from_file()), (bf16, f32))[1])  # unknown: read from a file
reveal_type(apart_in_step())
reveal_type(entries({"known": f16, "unknown": from_file(), "inner": (bf16,)})[0])
reveal_type(entries({"known": f16, "unknown": from_file(), "inner": (bf16,)})[1])  # unknown
reveal_type(entries({"known": f16, "unknown": from_file(), "inner": (bf16,)})[2])
reveal_type(items()[0])
reveal_type(items()[1])
reveal_type(narrow()[0])
reveal_type(narrow()[1])
reveal_type(counted()[0])  # unknown: the map makes an array of the number
reveal_type(counted()[1])
reveal_type(within()[0])  # unknown: that number, too
reveal_type(opened()[0])  # unknown: JAX does not take the object apart
reveal_type(opened()[1])  # unknown: mypy takes the array for an object of a subclass, too
reveal_type(looped()[0])
reveal_type(looped()[1])


def averaged(new, old, rate):
    return jax.tree.map(
        lambda n, o: None if n is None else rate * n + (1 - rate) * o,
        new,
        old,
        is_leaf=lambda leaf: leaf is None,
    )


def is_none(leaf):
    return leaf is None


def or_one(tree):
    return jax.tree.map(lambda leaf: 1 if leaf is None else leaf * 2, tree, is_leaf=is_none)


def mixed():
    return {"w": bf16, "layers": [f32]}


reveal_type(averaged(mixed(), mixed(), 0.5)["w"])
reveal_type(averaged(mixed(), mixed(), 0.5)["layers"][0])
reveal_type(averaged((f16, bf16), (f32, bf16), 0.5)[0])
reveal_type(averaged((f16, bf16), (f32, bf16), 0.5)[1])
reveal_type(or_one((f16, f32))[0])
reveal_type(or_one((f16, None, f32))[2])  # unknown
reveal_type(jax.tree.leaves({"w": bf16}, is_leaf=is_none)[0])


def like_itself(trees):
    return jax.tree.map(lambda leaf: leaf / leaf.astype(leaf.dtype), trees)


weak = jnp.full(3, 0.5)
reveal_type(like_itself({"weak": weak, "strong": jnp.ones(3, jnp.float16)})["weak"])
reveal_type(like_itself({"weak": weak, "strong": jnp.ones(3, jnp.float16)})["strong"])
