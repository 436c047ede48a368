"""A tuple that is declared with too few items changes nothing for other fields."""

from dataclasses import dataclass
from typing import reveal_type

import jax
import jax.numpy as jnp


class Filter:
    sizes: tuple[int]
    w: jax.Array

    def __init__(self, size: int, depth: int) -> None:
        self.sizes = (size, depth, 2 * depth)  # type: ignore[assignment]
        self.w = jnp.ones(sum(self.sizes), jnp.bfloat16)


class Halved:
    scale: int
    w: jax.Array

    def __init__(self, size: int) -> None:
        self.scale = 0.5  # type: ignore[assignment]
        self.w = self.scale * jnp.arange(size)


@dataclass
class Both:
    first: Filter
    second: Halved


both = Both(Filter(3, 4), Halved(3))
reveal_type(both.first.w)
reveal_type(both.second.w)  # unknown: what is declared as an int is none
