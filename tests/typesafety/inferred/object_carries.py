"""Carries that are objects, in correct programs: nothing is reported about them."""

import dataclasses
from dataclasses import dataclass
from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp
from jax import Array, lax


class Pair(NamedTuple):
    b1sum: Array
    b1count: Array


def pair_step(state, x):
    return state._replace(b1sum=state.b1sum + x, b1count=state.b1count + 1), x


def pair_start(dtype):
    return Pair(jnp.zeros((), dtype), jnp.int32(0))


xs = jnp.ones(3, jnp.bfloat16)
lax.scan(pair_step, pair_start(jnp.float32), xs)
lax.scan(pair_step, pair_start(jnp.bfloat16), xs)


@jax.tree_util.register_dataclass
@dataclass
class Assigned:
    b2time: Array
    b2place: Array


start = Assigned(jnp.int32(0), jnp.zeros(3))
start.b2time = jnp.float32(0)


def move(state, x):
    place = state.b2place + x
    return dataclasses.replace(state, b2time=state.b2time + 0.5, b2place=place), None


lax.scan(move, start, jnp.ones(3))


@jax.tree_util.register_dataclass
@dataclass
class Kept:
    b3time: Array
    b3place: Array


def advance(_, state):
    return dataclasses.replace(state, b3time=state.b3time + 0.5)


later = lax.fori_loop(0, 3, advance, Kept(jnp.float32(0), jnp.zeros(3, jnp.float16)))
reveal_type(later.b3place)


@jax.tree_util.register_dataclass
@dataclass
class Cast:
    b4time: Array

    def replace(self, b4time):
        return Cast(jnp.asarray(b4time, jnp.int32))


lax.fori_loop(0, 3, lambda _, state: state.replace(b4time=state.b4time + 0.5), Cast(jnp.int32(0)))
