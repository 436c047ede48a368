"""Fields of objects that are made by methods of their class, or by other methods."""

from dataclasses import dataclass, replace
from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import Array

bf16 = jnp.ones(3, jnp.bfloat16)
f16 = jnp.ones(3, jnp.float16)
f32 = jnp.ones(3)


@dataclass(frozen=True)
class Frozen:
    frozen_w: Array
    frozen_b: jax.Array

    def scaled(self):
        return replace(self, frozen_w=self.frozen_w * 2)


frozen: Frozen = Frozen(bf16, f32).scaled()
reveal_type(frozen.frozen_w)
reveal_type(Frozen(bf16, frozen_b=f32).frozen_b)


@dataclass(frozen=True)
class Cell:
    cell_w: Array
    cell_b: Array
    cell_scale: Array

    @classmethod
    def sized(cls, size, dtype=jnp.bfloat16):
        return cls(jnp.ones(size, dtype), jnp.zeros(size), f16)

    @staticmethod
    def scaled_by(scale, w):
        return Cell(w * 2, f32, scale)


def use_cell(cell: Cell) -> None:
    reveal_type(cell.cell_w)
    reveal_type(cell.cell_b)
    reveal_type(cell.cell_scale)


use_cell(Cell.sized(3))
use_cell(Cell.sized(dtype=jnp.bfloat16, size=2))
use_cell(Cell.scaled_by(f16, bf16))


@dataclass
class Asked:
    asked_w: Array

    @classmethod
    def asked_for(cls, dtype):
        return cls(jnp.ones(3, dtype))


def use_asked(asked: Asked) -> None:
    reveal_type(asked.asked_w)  # unknown: it is made with two dtypes


use_asked(Asked.asked_for(jnp.bfloat16))
use_asked(Asked.asked_for(jnp.float16))


@dataclass
class Handed:
    handed_w: Array

    @classmethod
    def handed_from(cls, w):
        return cls(w)


def use_handed(handed: Handed) -> None:
    reveal_type(handed.handed_w)  # unknown: ``map`` calls the method with another dtype


use_handed(Handed.handed_from(bf16))
use_handed(next(map(Handed.handed_from, [f16])))


class Maker:
    def put(self, w):
        return Put(w)

    def kept(self, w):
        return Kept(w)


class Other:
    def put(self, w):
        return w


@dataclass
class Put:
    put_w: Array


@dataclass
class Kept:
    kept_w: Array


def use_put(put: Put, kept: Kept) -> None:
    reveal_type(put.put_w)
    reveal_type(kept.kept_w)  # unknown: ``Maker`` may be given as ``maker``


def make_kept(maker, w):
    return maker.kept(w)


Other().put(f16)
use_put(Maker().put(bf16), Maker().kept(bf16))
use_put(Maker().put(bf16), make_kept(Maker(), f16))


class Base:
    def made(self, w):
        return Based(w)


class Below(Base):
    def again(self, w):
        return super().made(w)


@dataclass
class Based:
    based_w: Array


def use_based(based: Based) -> None:
    reveal_type(based.based_w)  # unknown: a subclass calls the method with another dtype


use_based(Base().made(bf16))
use_based(Below().again(f16))


class Unbound:
    def wrapped(self, w):
        return Wrapped(w)


@dataclass
class Wrapped:
    wrapped_w: Array


def use_wrapped(wrapped: Wrapped) -> None:
    reveal_type(wrapped.wrapped_w)  # unknown: one call gives the method its ``self``


use_wrapped(Unbound().wrapped(bf16))
use_wrapped(Unbound.wrapped(Unbound(), f16))
