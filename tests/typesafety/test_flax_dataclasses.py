"""Dataclasses of flax have a method ``replace``, and JAX judges the carries that it makes."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path

from tests.unit.systems.libraries import library

from .mypy_runs import LIBRARIES, mypy, write
from .test_inference import SETTINGS

library("flax")

PROGRAM = """\
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


FUNCTIONS = [whole, real, scored, unchanged, own]
"""


def test_jax_refuses_what_is_reported(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    found = mypy(tmp_path, libraries=(*LIBRARIES, "flax.struct")).stdout
    functions = runpy.run_path(str(tmp_path / "main.py"))["FUNCTIONS"]
    refused = {each.__name__ for each in functions if _is_refused(each)}
    assert refused == {"whole", "scored"}
    lines = re.findall(r"main.py:(\d+): error: .*\[dtype-carry\]", found)
    assert {_function_at(int(line)) for line in lines} == refused
    assert "attr-defined" not in found


def _function_at(line: int) -> str:
    *_, name = re.findall(r"^def (\w+)", "\n".join(PROGRAM.splitlines()[:line]), re.MULTILINE)
    return str(name)


def _is_refused(function: Callable[[], object]) -> bool:
    try:
        function()
    except TypeError:
        return True
    return False
