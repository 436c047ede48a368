"""A method of the program that does the same as ``dataclasses.replace``."""

import dataclasses
from dataclasses import dataclass
from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import Array


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Solver:
    time: Array
    step: Array

    def replace(self, **changes):
        """Return a copy with other values of some fields."""
        return dataclasses.replace(self, **changes)


@dataclass(frozen=True)
class Rounded:
    time: Array

    def replace(self, **changes):
        changes = {name: value.astype(jnp.int32) for name, value in changes.items()}
        return dataclasses.replace(self, **changes)


def advanced(solver):
    return solver.replace(time=solver.time + solver.step)


def chosen(solver, done):
    return jax.lax.cond(
        done,
        lambda: solver.replace(step=solver.step / 2),
        lambda: solver.replace(time=solver.time * 2),
    )


def rounded(solver):
    return solver.replace(time=solver.time)


def main():
    wide = advanced(Solver(jnp.float32(0), jnp.bfloat16(1)))
    reveal_type(wide.time)
    reveal_type(wide.step)
    narrow = Solver(jnp.float16(0), jnp.bfloat16(1))
    reveal_type(advanced(narrow).time)
    reveal_type(chosen(narrow, True).step)
    reveal_type(rounded(Rounded(jnp.float32(0))).time)  # unknown: a replace of the program's own


main()
