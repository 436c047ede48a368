"""A variable of a module that a function sets is unknown."""

from dataclasses import dataclass
from typing import reveal_type

import jax.numpy as jnp
from jax import Array


@dataclass
class Narrow:
    narrow: Array


@dataclass
class Wide:
    wide: Array

    @property
    def narrow(self) -> Array:
        return self.wide


def narrow():
    return Narrow(jnp.ones(3, jnp.bfloat16))


def wide():
    return Wide(jnp.ones(3))


def set_later():
    global later
    later = wide()


later = narrow()
set_later()
reveal_type(later.narrow)  # unknown: a function sets the variable
