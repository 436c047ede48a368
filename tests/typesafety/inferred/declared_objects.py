"""Functions that declare classes as parameters and results: their objects differ in dtype."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, reveal_type

import jax
import jax.numpy as jnp

f16 = jnp.ones(3, jnp.float16)
bf16 = jnp.ones(3, jnp.bfloat16)


@dataclass(frozen=True)
class Config:
    dtype: Any
    scale: jax.Array


@dataclass
class Counter:
    total: jax.Array


class Wider(Counter):
    pass


class State(NamedTuple):
    mean: Any
    number: jax.Array


@dataclass(frozen=True)
class Buffer:
    init: Callable[[Any], Any]
    add: Callable[[State, jax.Array], State]


class Sampler(NamedTuple):
    init: Callable
    step: Callable


def config(dtype: Any) -> Config:
    return Config(dtype, jnp.ones((), dtype))


def scaled(cfg: Config, n: int) -> jax.Array:
    return cfg.scale * n


def doubled(cfg: Config) -> Config:
    return replace(cfg, scale=cfg.scale * 2)


def from_config(cfg: Config) -> jax.Array:
    return jnp.zeros(3, cfg.dtype)


def counter(start: jax.Array) -> Counter:
    return Wider(start)


def reset(counter: Counter) -> None:
    counter.total = bf16


def first_state(x, size):
    return State(jnp.zeros(size, x.dtype), jnp.zeros((), jnp.int32))


def added(state, x, weight):
    return State(state.mean + x * weight, state.number + 1)


def buffer(size: int) -> Buffer:
    return Buffer(init=partial(first_state, size=size), add=partial(added, weight=2.0))


def sampler(size: int) -> Sampler:
    def init(x):
        return first_state(x, size)

    def step(state, x):
        return added(state, x, 0.5)

    return Sampler(init, step)


def filled(made: Buffer, x: jax.Array) -> State:
    return made.add(made.init(x), x)


def scales():
    return (
        config(jnp.float16).scale,
        scaled(config(jnp.float16), 1),
        scaled(config(jnp.bfloat16), 1),
        doubled(config(jnp.bfloat16)).scale,
        from_config(doubled(config(jnp.float16))),
    )


def total():
    return counter(f16).total


def held_by_fields():
    made, drawn = buffer(3), sampler(3)
    state = made.add(made.init(bf16), bf16)
    first = drawn.init(f16)
    last = filled(buffer(3), f16)
    stepped, other = drawn.step(first, f16), drawn.step(first, bf16)
    return state.mean, state.number, last.mean, stepped.mean, other.mean


reveal_type(scales()[0])
reveal_type(scales()[1])
reveal_type(scales()[2])
reveal_type(scales()[3])
reveal_type(scales()[4])
reveal_type(total())  # unknown: reset sets it
reveal_type(held_by_fields()[0])
reveal_type(held_by_fields()[1])
reveal_type(held_by_fields()[2])
reveal_type(held_by_fields()[3])
reveal_type(held_by_fields()[4])
