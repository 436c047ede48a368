"""Named tuples that are unpacked, and fields that jitted functions set."""

from functools import partial
from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp
from jax import Array


class Moments(NamedTuple):
    first: Array
    second: Array


def first_of(moments):
    first, _second = moments
    return first * 2


def second_of(moments):
    return moments[1] * 2


made = Moments(jnp.ones(3, jnp.bfloat16), second=jnp.ones(3, jnp.float16))
reveal_type(first_of(made))
reveal_type(second_of(made))


class Cache(NamedTuple):
    keys: Array
    length: Array


@jax.jit
def appended(cache: Cache, key: Array) -> Cache:
    return Cache(jnp.concatenate([cache.keys, key.astype(jnp.bfloat16)]), cache.length + 1)


@partial(jax.jit, static_argnums=1)
def emptied(key: Array, size: int) -> Cache:
    return Cache(jnp.zeros_like(key, shape=size), jnp.int32(size))


start = emptied(jnp.ones(3, jnp.bfloat16), 3)
reveal_type(start.keys)
reveal_type(appended(start, jnp.ones(3)).keys)
reveal_type(appended(start, jnp.ones(3)).length)
