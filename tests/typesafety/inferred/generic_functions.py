"""Functions with type variables that are no dtypes, in functions without annotations and others."""

from collections.abc import Callable
from typing import Generic, TypeVar, reveal_type

import jax
import jax.numpy as jnp

bf16 = jnp.ones(3, jnp.bfloat16)
f32 = jnp.ones(3, jnp.float32)

Item = TypeVar("Item")
Number = TypeVar("Number", int, float)
Tree = TypeVar("Tree")


def noted(item: Item, values: jax.Array) -> tuple[Item, jax.Array]:
    return item, values * 2


def halved(item: Item) -> Item:
    return item


def with_each(function: Callable[[Item], jax.Array], item: Item) -> jax.Array:
    return function(item) + 1


def scaled(number: Number, values: jax.Array) -> jax.Array:
    return values * number


def summed(tree: Tree, start: jax.Array) -> jax.Array:
    return jax.tree.reduce(lambda total, leaf: total + leaf.sum(), tree, start)


class Held(Generic[Item]):
    def __init__(self, held: Item) -> None:
        self.held_item = held

    def times(self, item: Item, values: jax.Array) -> jax.Array:
        return values * 2

    def through(self, function: Callable[[Item], jax.Array], item: Item) -> jax.Array:
        return function(item) * 2


reveal_type(noted("name", bf16)[1])
reveal_type(noted(f32, bf16)[0])
reveal_type(noted(f32, bf16)[1])
reveal_type(halved(bf16))
reveal_type(with_each(lambda each: each * 2, bf16))
reveal_type(scaled(2, bf16))  # unknown: mypy checks the body for each of the types in the list
reveal_type(summed({"w": bf16, "b": bf16}, bf16))
reveal_type(Held("name").times("other", bf16))
reveal_type(Held(bf16).through(lambda each: each.astype(jnp.float16), bf16))
