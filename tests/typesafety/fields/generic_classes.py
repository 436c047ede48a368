"""Fields of generic classes, which functions with type variables take and return."""

from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar, reveal_type

import jax
import jax.numpy as jnp

Carry = TypeVar("Carry")
Extra = TypeVar("Extra", bound="Marked")
Base = TypeVar("Base")


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class World(Generic[Carry]):
    world_key: jax.Array
    world_grid: jax.Array
    world_count: jax.Array
    world_carry: Carry


class Marked(NamedTuple):
    mark: jax.Array


@dataclass
class Cell(Generic[Base, Carry]):
    cell_weight: jax.Array
    cell_bias: jax.Array
    cell_base: Base

    def grow(self, by: Base) -> "Cell[Base, Carry]":
        self.cell_bias = self.cell_bias.astype(jnp.float32)
        return self


@dataclass
class SubCell(Cell[Base, int]):
    cell_more: jax.Array


@dataclass
class Indexed(Generic[Carry]):
    indexed_value: jax.Array


class Game(Generic[Carry]):
    def begin(self, key: jax.Array) -> World[Carry]:
        raise NotImplementedError

    def step(self, world: World[Carry], speed: float) -> World[Carry]:
        return replace(world, world_grid=world.world_grid * speed)


class Chess(Game[Marked]):
    def begin(self, key: jax.Array) -> World[Marked]:
        grid = jnp.ones((3, 3), jnp.bfloat16)
        return World(key, grid, jnp.int32(0), Marked(jnp.zeros(2, jnp.float16)))


def counted(world: World[Carry]) -> World[Carry]:
    return replace(world, world_count=world.world_count + 1)


def marked(world: World[Extra]) -> jax.Array:
    return world.world_carry.mark


def look(world: World[Carry]) -> None:
    reveal_type(world.world_grid)
    reveal_type(world.world_count)


game = Chess()
world = counted(game.step(game.begin(jax.random.key(0)), 0.5))
look(world)
reveal_type(world.world_grid)
reveal_type(world.world_carry.mark)
reveal_type(marked(world))
cell = Cell[jax.Array, int](jnp.ones(3), jnp.ones(3), jnp.ones(3))
small = jnp.ones(3, jnp.bfloat16)
sub = SubCell(small, small, jnp.ones(3), jnp.ones(3, jnp.float16))
reveal_type(cell.cell_weight)  # unknown: the call with type arguments is not read
reveal_type(sub.cell_weight)
reveal_type(sub.grow(jnp.ones(3)).cell_bias)  # unknown: two values
reveal_type(sub.cell_more)
reveal_type(Indexed[int](small).indexed_value)  # unknown: for the same reason
