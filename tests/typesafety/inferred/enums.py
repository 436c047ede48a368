"""Values of enums are Python numbers: mypy's own plugin knows them, in inferred bodies, too."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import reveal_type

import jax
import jax.numpy as jnp


class Block(Enum):
    GRASS = 1
    WATER = 2


class Rate(Enum):
    SLOW = 0.5


class Action(IntEnum):
    UP = 1


i8 = jnp.ones(2, jnp.int8)
bf16 = jnp.ones(2, jnp.bfloat16)


def made():
    tree = Block.GRASS.value
    listed = jnp.array([Block.WATER.value] * 2)
    return jnp.full((2,), tree), jnp.array(Block.WATER.value), listed, jnp.full(2, Action.UP.value)


reveal_type(made()[0])
reveal_type(made()[1])
reveal_type(made()[2])
reveal_type(made()[3])


def chosen(x):
    filled = jnp.full_like(x, Block.GRASS.value)
    either = jnp.where(x > 0, Block.GRASS.value, Block.WATER.value)
    return either, jax.lax.select(x > 0, x, filled), x.at[0].set(Block.GRASS.value)


reveal_type(chosen(i8)[0])
reveal_type(chosen(i8)[1])
reveal_type(chosen(i8)[2])


def scaled(x):
    return x * Block.GRASS.value, x * Rate.SLOW.value, jnp.add(x, Action.UP)


reveal_type(scaled(i8)[0])
reveal_type(scaled(i8)[1])
reveal_type(scaled(i8)[2])
reveal_type(scaled(bf16)[1])


@dataclass
class Config:
    k1blocks: jnp.ndarray


config = Config(jnp.array([Block.GRASS.value]))
reveal_type(config.k1blocks)
