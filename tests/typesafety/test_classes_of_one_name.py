"""Classes with the same name in several modules each have their own fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from .mypy_runs import mypy
from .test_fields import dtypes, project

BASE = """\
from dataclasses import dataclass


@dataclass
class State:
    step: int
"""
SINGLE = """\
from dataclasses import dataclass

import jax.numpy as jnp
from jax import Array

from base import State as BaseState


@dataclass
class State(BaseState):
    position: Array


def start() -> State:
    return State(0, jnp.zeros(3))
"""
HALF = SINGLE.replace("zeros(3)", "zeros(3, jnp.bfloat16)")
REVEALED = "reveal_type(single.start().position)\nreveal_type(half.start().position)\n"
MAIN = f"import half, single\n{REVEALED}"
KNOWN = ["float32", "bfloat16"]
AFTER = "import jax.numpy as jnp\nx = jnp.zeros(3, jnp.float16)\n"


def revealed(folder: Path, main: str, **others: str) -> list[str]:
    """The dtypes of the fields of both classes, in a program with the given main module."""
    modules = {"base": BASE, "single": SINGLE, "half": HALF, **others}
    return dtypes(mypy(project(folder, main, **modules), *[f"{name}.py" for name in others]))


def test_each_class_has_its_own_dtypes(tmp_path: Path) -> None:
    assert revealed(tmp_path, MAIN) == KNOWN


@pytest.mark.parametrize(
    ("used", "known"),
    [
        ("single.State(0, x)", ["Any", "bfloat16"]),
        ("half.State(0, x)", ["float32", "Any"]),
        ("from single import State\nState(0, x)", ["Any", "bfloat16"]),
        ("from single import State as S\nS(0, x)", ["Any", "bfloat16"]),
        ("from single import *\nState(0, x)", ["Any", "bfloat16"]),
        ("import api\napi.State(0, x)", ["Any", "bfloat16"]),
        ("import api\napi.Other(0, x)", ["float32", "Any"]),
        ("from base import State\nState(0)", KNOWN),
        ("make = [single.State]\nmake[0](0, x)", ["Any", "bfloat16"]),
        ("if x.size:\n    S = single.State\nelse:\n    S = half.State\nS(0, x)", ["Any", "Any"]),
        ("def f(m):\n    m.State(0, x)\nf(single)", ["Any", "Any"]),
        ("def f(single):\n    single.State(0, x)\nf(half)", ["Any", "Any"]),
        ("if x.size:\n    from single import State as S\nelse:\n    from half import State as S\n"
         "S(0, x)", ["Any", "Any"]),
        ("class State(single.State): ...\nState(0, x)", ["Any", "bfloat16"]),
        ("def f(state: single.State):\n    state.position = x", ["Any", "bfloat16"]),
    ],
)  # fmt: skip
def test_what_another_module_makes_of_them(used: str, known: list[str], tmp_path: Path) -> None:
    api = "from single import State\nimport half\nOther = half.State\n"
    found = revealed(tmp_path, f"{MAIN}{AFTER}import use\n", use=f"{MAIN}{AFTER}{used}\n", api=api)
    assert found == known * 2
