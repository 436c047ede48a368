"""In a program that computes only in float32 some values become known, and JAX agrees."""

from __future__ import annotations

import re
import runpy
import sys
import typing
from collections import defaultdict
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import pytest

from promo_typing.core.dtypes import WEAK
from promo_typing.core.stub_names import NODE_OF_CLASS
from promo_typing.lattice.semantics import Semantics
from tests.traced import traced

from .mypy_runs import mypy, write
from .test_inference import SETTINGS, UNKNOWN

_WEAK = {Semantics().strong(name): name for name in WEAK}

PROGRAM = """\
from __future__ import annotations

import json
from typing import Any, reveal_type

import jax
import jax.numpy as jnp
from jax import nn


def read(text: str) -> Any:
    return json.loads(text)


def of(value: Any) -> jax.Array:
    return jnp.asarray(value)


f32 = jnp.ones(3)
small = jnp.arange(1, 4).astype(read('"uint8"'))
for value in (of(read("[1, 2, 3]")), of(read("[1.5, 2, 3]")), small):
    reveal_type(jnp.exp(value))
    reveal_type(value / 2)
    reveal_type(value * 0.5)
    reveal_type(f32 - jnp.sin(value))
    reveal_type(value + f32)
    reveal_type(value @ f32)
    reveal_type(value.mean())
    reveal_type(jnp.linalg.norm(value))
    reveal_type(nn.softmax(value))
    reveal_type(jnp.where(value > 0, value, f32))
    reveal_type(jnp.where(value > 0, value, 0.0))
    reveal_type(jnp.concatenate([value, f32]))
    reveal_type(jnp.maximum(value, 0.0))
    reveal_type(jnp.divmod(value * 2.0, f32)[0])
    reveal_type(jnp.sqrt(value) ** 2 - jnp.tanh(f32))
    reveal_type(value + 1)  # unknown: an integer stays one
    reveal_type(value.sum())  # unknown: an integer stays one
    reveal_type(jnp.where(value > 0, value, value))  # unknown
for number in (read("2"), read("0.5")):
    reveal_type(jnp.log(number))
    reveal_type(jnp.tanh((3 * number + 20.0) / (number + 12.0)))
    reveal_type(f32 * number)  # unknown: mypy asks no plugin beside a value of type Any
    reveal_type(jnp.full(3, number))  # unknown: an integer stays one
for key in (jax.random.key(0), jax.random.PRNGKey(0)):
    made: Any = key
    reveal_type(jax.random.normal(made))
"""


OPTIMIZED = """\
from typing import NamedTuple, reveal_type

import jax
import jax.numpy as jnp
import optax  # type: ignore[import-untyped]


class Params(NamedTuple):
    w: jax.Array
    total: jax.Array


def create() -> Params:
    return Params(jnp.ones(3), jnp.int32(0))


def step(params: Params, grads: Params) -> Params:
    optimizer = optax.adam(0.1)
    updates, _ = optimizer.update(grads, optimizer.init(params))
    return optax.apply_updates(params, updates)


def look(params: Params) -> None:
    reveal_type(params.w)
    reveal_type(params.w * 2)
    reveal_type(params.total)  # unknown: a library may make something else of integers


look(step(create(), create()))
"""


OF_ANOTHER_DTYPE = (
    "narrow = jnp.zeros(3, jnp.float16)\n",
    "import equinox as eqx\nwhole = eqx.tree_at(lambda p: p.w, create(), jnp.int8(0))\n",
    "import equinox as eqx\nput = eqx.filter(create(), eqx.is_array, replace=jnp.int8(0))\n",
    "signs = jax.tree.map(jnp.isfinite, create())\n",
)
"""Statements that give leaves another dtype."""


def revealed(folder: Path, program: str = PROGRAM) -> dict[int, set[str]]:
    """The dtypes that mypy reveals in each line; empty if unknown."""
    write(folder, program, SETTINGS)
    run = mypy(folder)
    assert run.status == 0, run.stdout + run.stderr
    lines = re.findall(r'main.py:(\d+): note: Revealed type is "(.*)"', run.stdout)
    names = ((int(line), re.findall(r"Array\[([\w.]+)\]", typ)) for line, typ in lines)
    known = {line: {*map(NODE_OF_CLASS.get, found)} for line, found in names}
    return {line: {*filter(None, each)} for line, each in known.items() if any(each)}


def executed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[int, set[str]]:
    """The dtypes of the arrays in each line, over all times that the line is reached."""
    seen = defaultdict[int, set[str]](set)

    def reveal_type(value: Any) -> None:
        array = jnp.asarray(value)
        name = array.dtype.name
        seen[sys._getframe(1).f_lineno].add(_WEAK[name] if array.weak_type else name)

    monkeypatch.setattr(typing, "reveal_type", reveal_type)
    traced(lambda: runpy.run_path(str(folder / "main.py")))
    return seen


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named, lines = revealed(tmp_path), PROGRAM.splitlines()
    seen = executed(tmp_path, monkeypatch)
    assert seen.keys() - named.keys() == {n for n in seen if UNKNOWN in lines[n - 1]}
    assert [lines[n - 1] for n, names in named.items() if not seen[n] <= names] == []
    assert all(names <= {"float32", "weak_float"} for names in named.values())


def test_the_fields_of_what_an_optimizer_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No library puts another float there, but a field may hold integers."""
    named, lines = revealed(tmp_path, OPTIMIZED), OPTIMIZED.splitlines()
    seen = executed(tmp_path, monkeypatch)
    assert seen.keys() - named.keys() == {n for n in seen if UNKNOWN in lines[n - 1]}
    assert {n: seen[n] for n in named} == named
    for other in OF_ANOTHER_DTYPE:
        assert revealed(tmp_path, OPTIMIZED + other) == {}


def test_a_word_is_no_library(tmp_path: Path) -> None:
    """Only an import of a library for parameters counts, not a similar word."""
    alone = len(revealed(tmp_path))
    assert len(revealed(tmp_path, f"{PROGRAM}transformers = [jnp.tanh]\n")) == alone
    (tmp_path / "other").mkdir()
    loads = "import transformers  # type: ignore[import-not-found]\n"
    assert len(revealed(tmp_path / "other", PROGRAM + loads)) < alone / 4


@pytest.mark.parametrize(
    "other",
    [
        "narrow = jnp.zeros(3, jnp.bfloat16)",
        "jax.config.update('jax_enable_x64', len(__name__) > 9)",
        "waves = jnp.fft.fft(f32)",
    ],
)
def test_nothing_is_known_where_another_float_is_named(tmp_path: Path, other: str) -> None:
    alone = revealed(tmp_path)
    (tmp_path / "other").mkdir()
    assert len(revealed(tmp_path / "other", f"{PROGRAM}{other}\n")) < len(alone) / 4


def test_our_own_names_are_no_other_floats(tmp_path: Path) -> None:
    """Names of our package in annotations change nothing, even if it is installed from sources."""
    annotated = f"{PROGRAM}from promo_typing import Array\nkept: Array[jnp.float32] = f32\n"
    (tmp_path / "annotated").mkdir()
    assert revealed(tmp_path / "annotated", annotated) == revealed(tmp_path)
