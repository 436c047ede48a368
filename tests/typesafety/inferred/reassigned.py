"""Attributes without an annotation that get arrays of several dtypes."""

from __future__ import annotations

from typing import reveal_type

import jax
import jax.numpy as jnp
import numpy as np


class Base:
    kind = jnp.zeros(3, jnp.bfloat16)
    plain = jnp.zeros(3, jnp.bfloat16)

    def of_base(self) -> jax.Array:
        return reveal_type(self.kind)  # unknown: a class below has another


class Model(Base):
    kind = jnp.zeros(3)  # type: ignore[assignment]
    shared = jnp.zeros(3, jnp.bfloat16)

    def early(self) -> None:
        reveal_type(self.x)  # unknown
        reveal_type(self.same)

    def __init__(self) -> None:
        self.x = jnp.zeros(3, jnp.bfloat16)
        self.same = jnp.zeros(3, jnp.bfloat16)
        self.left, self.right = jnp.zeros(3), jnp.zeros(3, jnp.bfloat16)
        self.pair = (jnp.zeros(3), jnp.zeros(3, jnp.bfloat16))
        self.by_name = {"w": jnp.zeros(3, jnp.bfloat16)}
        self.slices = [jnp.zeros(3, jnp.bfloat16)]
        self.rate = 0.5
        self.steps = 0
        self.host = np.zeros(3, np.float16)

    def advance(self) -> jax.Array:
        self.x = self.x.astype(jnp.float32)  # type: ignore[assignment]
        self.same = self.same * 2
        self.same += 1
        self.left, self.right = (
            self.left,
            self.right.astype(jnp.float16),  # type: ignore[assignment]
        )
        self.pair = (self.left, self.left)  # type: ignore[assignment]
        self.by_name = {"w": self.left}  # type: ignore[dict-item]
        self.slices = [part.astype(jnp.float32) for part in self.slices]  # type: ignore[misc]
        self.rate = jnp.float32(0.5)  # type: ignore[assignment]
        self.steps += 1
        self.host = self.host.astype(np.float32)
        Model.shared = self.left  # type: ignore[assignment]
        return self.x

    def again(self) -> jax.Array:
        self.x = jnp.zeros(3, jnp.bfloat16)
        self.advance()
        return reveal_type(self.x)  # unknown: advance assigned it, too


class Summed:
    def __init__(self) -> None:
        self.total = jnp.zeros(3, jnp.bfloat16)
        self.count = jnp.zeros(3, jnp.bfloat16)

    def add(self, x):
        self.total += x
        self.count += 1


class Looped:
    def __init__(self) -> None:
        self.part = jnp.zeros(3, jnp.bfloat16)

    def look(self) -> None:
        for self.part in [jnp.zeros(3, jnp.int8)]:  # type: ignore[assignment]
            pass


looped = Looped()
looped.look()
reveal_type(looped.part)  # unknown

holder = Model()
holder.early()
holder.of_base()
holder.advance()
holder.again()
reveal_type(holder.x)  # unknown
reveal_type(holder.same)
reveal_type(holder.left)
reveal_type(holder.right)  # unknown
reveal_type(holder.pair[1])  # unknown
reveal_type(holder.by_name["w"])  # unknown
reveal_type(holder.slices[0])  # unknown
reveal_type(holder.same * holder.rate)  # unknown
reveal_type(holder.same * holder.steps)
reveal_type(holder.left + holder.host)  # unknown
reveal_type(holder.shared)  # unknown
reveal_type(Model.shared)  # unknown
reveal_type(type(holder).plain)
reveal_type(holder.kind)  # unknown
reveal_type(holder.plain)

summed = Summed()
summed.add(jnp.ones(3))
reveal_type(summed.total)  # unknown: all calls add float32
reveal_type(summed.count)
