"""Fields of classes that are arguments for type variables of other classes."""

from dataclasses import dataclass
from typing import Generic, TypeVar, reveal_type

import jax.numpy as jnp
from jax import Array


@dataclass
class Position:
    position_place: Array


@dataclass
class Limits:
    limits_highest: Array


Where = TypeVar("Where")
Limit = TypeVar("Limit")


class World(Generic[Where, Limit]):
    def begin(self) -> Where:
        raise NotImplementedError


class Flat(World[Position, dict[str, Limits]]):
    def begin(self) -> Position:
        return Position(jnp.ones(2, jnp.bfloat16))

    def limits(self) -> Limits:
        return Limits(jnp.arange(2))


reveal_type(Flat().begin().position_place)
reveal_type(Flat().limits().limits_highest)


@dataclass
class Kept:
    kept_place: Array


class Maker:
    def __init_subclass__(cls, makes: type[Kept], **others: object) -> None:
        makes(jnp.ones(2)).kept_place *= 2


class Making(Maker, makes=Kept):
    pass


reveal_type(Kept(jnp.ones(2, jnp.bfloat16)).kept_place)  # unknown: the class is handed on


@dataclass
class Called:
    called_place: Array


def made(of: type[Called]) -> type[list[int]]:
    of(jnp.ones(2)).called_place *= 2
    return list


class OfCall(made(Called)):  # type: ignore[misc]
    pass


reveal_type(Called(jnp.ones(2, jnp.bfloat16)).called_place)  # unknown: the class is handed on
