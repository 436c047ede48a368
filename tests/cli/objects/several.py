"""Functions that are called from the top of a module use the latest values of its variables."""

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


def of_now():
    return now.narrow * 2


now = narrow()
reveal_type(now.narrow)
reveal_type(of_now())
now = wide()
reveal_type(now.wide)
reveal_type(of_now())
