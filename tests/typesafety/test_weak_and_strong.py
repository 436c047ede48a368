"""A weak dtype and its strong one stay apart where they meet, because they promote differently."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jax.numpy as jnp

from promo_typing.core.dtypes import WEAK
from promo_typing.lattice.semantics import Semantics

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
from typing import reveal_type

import jax
import jax.numpy as jnp
from jax import lax
from promo_typing import Array

half = jnp.ones(3, jnp.bfloat16)


def conditional(flag):
    y = jnp.asarray(2.0) if flag else jnp.ones(3)
    reveal_type(y)
    reveal_type(y * half)
    return y, y * half


def branches(flag):
    if flag:
        y = jnp.asarray(2)
    else:
        y = jnp.ones(3, jnp.int32)
    reveal_type(-y + 1)
    reveal_type(y + jnp.int8(1))
    return -y + 1, y + jnp.int8(1)


def loop(flag):
    y = jnp.asarray(2.0)
    for _ in range(0 if flag else 2):
        y = y * jnp.ones(())
    reveal_type(half * y)
    return (half * y,)


def either(flag):
    return jnp.asarray(2.0) if flag else jnp.ones(())


def returned(flag):
    y = either(flag) * 2.0
    reveal_type(jnp.exp(y))
    reveal_type(y * half)
    return jnp.exp(y), y * half


def carried(flag):
    y = lax.fori_loop(0, 2, lambda i, v: v * 2, either(flag))
    reveal_type(y * half)
    return (y * half,)


def raised(flag):
    y = either(flag)
    reveal_type(jnp.power(y, jnp.uint32(2)))
    return (jnp.power(y, jnp.uint32(2)),)


def strong(x: Array[jnp.float32]) -> Array[jnp.float32]:
    return x


strong(jnp.asarray(2.0))
xs: list[Array[jnp.float32]] = [jnp.ones(3)]
xs.append(jnp.asarray(2.0))
"""
FUNCTIONS = ("conditional", "branches", "loop", "returned", "carried", "raised")


def _revealed(folder: Path) -> list[set[str]]:
    write(folder, PROGRAM, SETTINGS)
    run = mypy(folder)
    errors = [line for line in run.stdout.splitlines() if ": error: " in line]
    assert all("dtype-default-widening" in line for line in errors), run.stdout
    lines = [line for line in run.stdout.splitlines() if "Revealed type" in line]
    return [set(re.findall(r"Array\[[\w.]*?(\w+)\]", line)) for line in lines]


def _executed() -> list[set[str]]:
    program: dict[str, Any] = {}
    exec(PROGRAM.replace("reveal_type(", "(lambda _: None)("), program)
    found = list[set[str]]()
    for name in FUNCTIONS:
        both = zip(program[name](True), program[name](False), strict=True)
        found += [{_dtype(each) for each in pair} for pair in both]
    return found


def _dtype(array: Any) -> str:
    weak = {Semantics().strong(name): name for name in WEAK}
    array = jnp.asarray(array)
    return weak[array.dtype.name] if array.weak_type else array.dtype.name


def test_jax_agrees(tmp_path: Path) -> None:
    executed = _executed()
    assert all(len(dtypes) == 2 for dtypes in executed)
    assert _revealed(tmp_path) == executed
