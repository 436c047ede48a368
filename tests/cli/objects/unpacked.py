"""Objects whose constructors get their arguments by ``**options``."""

from dataclasses import dataclass, field
from typing import Any, reveal_type

import jax
import jax.numpy as jnp

STOP = jnp.ones(3, jnp.bfloat16)


@dataclass
class Layer:
    width: int
    dtype: Any = jnp.bfloat16

    def cast(self, x):
        return x.astype(self.dtype)


@dataclass
class Scaled:
    size: int
    scale: jax.Array = field(default_factory=lambda: jnp.ones(3, jnp.bfloat16))


@dataclass
class Grown:
    size: int
    grown: jax.Array = field(default_factory=lambda: jnp.ones(3, jnp.bfloat16))


@dataclass
class Filled:
    size: int
    filled: jax.Array = field(default_factory=lambda: jnp.ones(3, jnp.bfloat16))


@dataclass
class Set:
    size: int
    set: jax.Array = field(default_factory=lambda: jnp.ones(3, jnp.bfloat16))


@dataclass
class Swapped:
    size: int
    swapped: jax.Array = field(default_factory=lambda: jnp.ones(3, jnp.bfloat16))


class Written:
    def __init__(self, start, stop=STOP):
        self.start = start
        self.stop = stop


def fill(options, name):
    options[name] = jnp.ones(3)


def set_in(options):
    options["set"] = jnp.ones(3)


x = jnp.ones(3)
sizes = {"width": 3}
layer = Layer(**sizes)
reveal_type(layer.cast(x))
small = dict(size=2)  # noqa: C408
scaled = Scaled(**small, scale=jnp.ones(3, jnp.bfloat16))
reveal_type(scaled.scale)
grown = {"size": 2}
grown.update({"grown": x})
reveal_type(Grown(**grown).grown)
swapped = {"size": 2, "swapped": jnp.ones(3, jnp.float16)}
swapped["swapped"] = x
reveal_type(Swapped(**swapped).swapped)
filled = {"size": 2}
fill(filled, "filled")
reveal_type(Filled(**filled).filled)  # unknown: a function puts something into the dictionary
changed = {"size": 2, "set": jnp.ones(3, jnp.float16)}
set_in(changed)
reveal_type(Set(**changed).set)  # unknown: a function assigns another value under this key
start = {"start": jnp.ones(3, jnp.float16)}
written = Written(**start)
reveal_type(written.start)
reveal_type(written.stop)
