"""Dataclasses of flax have a method ``replace``, and variables of modules an initial value.

JAX judges the carries that the method makes, and whether the variables widen.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path

import jax.numpy as jnp
import pytest

from tests.unit.systems.libraries import library

from .mypy_runs import LIBRARIES, mypy, write
from .test_inference import SETTINGS

library("flax")
pytestmark = pytest.mark.slow

PROGRAM = """\
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import struct
from jax import lax


@struct.dataclass
class World:
    place: jax.Array
    time: jax.Array
    pace: float = struct.field(pytree_node=False, default=0.5)


@struct.dataclass
class Scored(World):
    score: jax.Array = struct.field(default_factory=lambda: jnp.int32(0))


@struct.dataclass
class Own:
    time: jax.Array

    def halved(self):
        return self.replace(time=self.time // 2)


def advance(world):
    return world.replace(place=world.place + world.pace, time=world.time + world.pace)


def step(world, _):
    world = advance(world)
    return world, world.time


def whole():
    return lax.scan(step, World(jnp.zeros(3), jnp.int32(0)), None, length=3)


def real():
    return lax.scan(step, World(jnp.zeros(3), jnp.float32(0)), None, length=3)


def scored():
    start = Scored(jnp.zeros(3), jnp.float32(0), score=jnp.int32(0))
    return lax.fori_loop(0, 3, lambda _, s: s.replace(score=s.score + s.time), start)


def unchanged():
    start = Scored(jnp.zeros(3), jnp.float32(0), score=jnp.int32(0))
    return lax.fori_loop(0, 3, lambda _, s: s.replace(time=s.time + 1), start)


def own():
    return lax.fori_loop(0, 3, lambda _, s: s.halved(), Own(jnp.int32(8)))


class Usual(nn.Module):
    @nn.compact
    def __call__(self, x):
        mean = self.variable("stats", "mean", lambda: jnp.zeros(x.shape[-1:]))
        return x - mean.value


class Asked(nn.Module):
    @nn.compact
    def __call__(self, x):
        mean = self.variable("stats", "mean", lambda: jnp.zeros(x.shape[-1:], jnp.float32))
        return x - mean.value


class Narrow(nn.Module):
    @nn.compact
    def __call__(self, x):
        mean = self.variable("stats", "mean", lambda: jnp.zeros(x.shape[-1:], jnp.bfloat16))
        return x - mean.value


def of_module(module):
    return module.init_with_output(jax.random.key(0), jnp.ones(3, jnp.bfloat16))[0]


def of_modules():
    return of_module(Usual()), of_module(Asked()), of_module(Narrow())


FUNCTIONS = [whole, real, scored, unchanged, own]
"""


_USUAL = '        mean = self.variable("stats", "mean", lambda: jnp.zeros(x.shape[-1:]))'
"""The only variable whose dtype the program does not state."""


def test_jax_agrees_with_what_is_reported(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    found = mypy(tmp_path, libraries=(*LIBRARIES, "flax.linen")).stdout
    program = runpy.run_path(str(tmp_path / "main.py"))
    refused = {each.__name__ for each in program["FUNCTIONS"] if _is_refused(each)}
    assert refused == {"whole", "scored"}
    lines = re.findall(r"main.py:(\d+): error: .*\[dtype-carry\]", found)
    assert {_function_at(int(line)) for line in lines} == refused
    assert "attr-defined" not in found
    widths = [each.dtype for each in program["of_modules"]()]
    assert widths == [jnp.float32, jnp.float32, jnp.bfloat16]
    widened = re.findall(r"main.py:(\d+): error: lint: .*\[dtype-default-widening\]", found)
    assert [PROGRAM.splitlines()[int(line) - 2] for line in widened] == [_USUAL]


def _function_at(line: int) -> str:
    *_, name = re.findall(r"^def (\w+)", "\n".join(PROGRAM.splitlines()[:line]), re.MULTILINE)
    return str(name)


def _is_refused(function: Callable[[], object]) -> bool:
    try:
        function()
    except TypeError:
        return True
    return False
