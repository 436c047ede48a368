"""The dtypes that mypy reveals in programs with layers are those at run time."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from tests.typesafety import mypy_runs
from tests.typesafety.mypy_runs import Run, write
from tests.typesafety.test_inference import SETTINGS, differences
from tests.unit.systems.libraries import library

pytestmark = pytest.mark.slow

PROGRAMS = Path(__file__).parent / "programs"

for each in ("flax", "equinox", "haiku"):
    library(each)

LIBRARIES = (*mypy_runs.LIBRARIES, "flax.linen", "flax.nnx", "equinox", "haiku")
mypy = partial(mypy_runs.mypy, libraries=LIBRARIES)


def test_jax_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(tmp_path, PROGRAMS, monkeypatch, LIBRARIES) == []


MODEL = """\
import flax.linen as nn
import jax.numpy as jnp


class Model(nn.Module):
    def setup(self):
        self.first = nn.Dense(4)
        self.last = nn.Dense(4, dtype=jnp.bfloat16)

    def __call__(self, x):
        return self.first(x), self.last(x)
"""
MAIN = """\
import jax.numpy as jnp

from model import Model

x = jnp.ones((2, 4))
first, last = Model().apply({}, x)
reveal_type(first)
reveal_type(last)
"""


def project(folder: Path, more: str = "", model: str = MODEL) -> Path:
    """A program of two modules."""
    write(folder, MAIN + more, SETTINGS)
    (folder / "model.py").write_text(model)
    (folder / "pyproject.toml").touch()
    return folder


def dtypes(run: Run) -> list[str]:
    """The revealed dtypes; ``Any`` for an unknown one."""
    return re.findall(r'Revealed type is ".*?(\w+)\]?"', run.stdout)


def test_cold_warm_and_edited(tmp_path: Path) -> None:
    folder = project(tmp_path)
    assert dtypes(mypy(folder)) == ["float32", "bfloat16"]
    assert dtypes(mypy(folder)) == ["float32", "bfloat16"]
    project(folder, model=MODEL.replace("bfloat16", "float16"))
    assert dtypes(mypy(folder)) == ["float32", "float16"]
    project(folder, model=MODEL.replace("(4)", "(4, param_dtype=jnp.float64)"))
    assert dtypes(mypy(folder)) == ["Any", "bfloat16"]


@pytest.mark.parametrize(
    "interfering",
    [
        "import flax.linen as nn\nnn.intercept_methods(lambda f, a, k, c: f(*a, **k))\n",
        "import haiku as hk\nhk.mixed_precision.set_policy(Model, x)\n",
        "import equinox as eqx\neqx.tree_at(lambda m: m.first, Model(), None)\n",
        "layer = Model()\nlayer.dtype = jnp.bfloat16\n",
        "setattr(Model(), input(), 3)\n",
        "Model().first = 3\n",
    ],
)
def test_what_may_change_a_layer_makes_it_unknown(tmp_path: Path, interfering: str) -> None:
    """mypy itself may report errors in the interfering lines."""
    assert dtypes(mypy(project(tmp_path, interfering)))[0] == "Any"


TREE = """\
import equinox as eqx
import jax
import jax.numpy as jnp


class Model(eqx.Module):
    first: eqx.nn.Linear

    def __init__(self, key):
        self.first = eqx.nn.Linear(4, 4, key=key)

    def __call__(self, x):
        return self.first(x)


model = Model(jax.random.key(0))
{mapped}
reveal_type(model(jnp.ones(4)))
"""


@pytest.mark.parametrize(
    ("mapped", "expected"),
    [
        ("jax.tree.map(lambda m: m, model)", "float32"),
        ("jax.tree.map(lambda m: m, model, is_leaf=lambda m: isinstance(m, eqx.Module))", "Any"),
    ],
)
def test_layers_that_are_parts_of_trees_may_be_replaced(
    tmp_path: Path, mapped: str, expected: str
) -> None:
    write(tmp_path, TREE.replace("{mapped}", mapped), SETTINGS)
    assert dtypes(mypy(tmp_path)) == [expected]


ANNOTATED = """\
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np


def late(x: jax.Array) -> jax.Array:
    layer = nn.Dense(4, dtype=jnp.bfloat16)
    reveal_type(layer(np.ones((2, 4))))
    layers = [nn.Dense(4, dtype=jnp.bfloat16)]
    layers.append(nn.Dense(4))
    for each in layers:
        reveal_type(each(x))
    return layer(x)


def handed(layer: nn.Dense, x: jax.Array) -> jax.Array:
    reveal_type(layer(x))
    return layer(x)


handed(nn.Dense(4, dtype=jnp.bfloat16), late(jnp.ones((2, 4))))
"""


def test_only_what_cannot_be_another_layer_is_known(tmp_path: Path) -> None:
    write(tmp_path, ANNOTATED, SETTINGS)
    assert dtypes(mypy(tmp_path)) == ["bfloat16", "Any", "Any"]


def test_nothing_is_known_without_inference(tmp_path: Path) -> None:
    write(tmp_path, ANNOTATED, SETTINGS.replace("infer = true", "infer = false"))
    assert dtypes(mypy(tmp_path)) == ["Any", "Any", "Any"]


def test_a_result_that_is_not_known_is_no_pair_with_variables(tmp_path: Path) -> None:
    text = """\
from typing import Any

import flax.linen as nn


def f(module: nn.Module, given: Any) -> None:
    reveal_type(module.apply(given, given))
    reveal_type(module.apply(given, given, mutable=False))
    reveal_type(module.apply(given, given, mutable=given))
    reveal_type(module.apply(given, given, **given))
"""
    write(tmp_path, text, SETTINGS)
    alone, unchanged, *maybe = re.findall(r'Revealed type is "(.*)"', mypy(tmp_path).stdout)
    assert (alone, unchanged) == ("Any", "Any")
    assert [each.startswith("Any | tuple") for each in maybe] == [True, True]


VARIABLES = """\
import jax
import jax.numpy as jnp
from flax import nnx


class Scale(nnx.Module):
    def __init__(self):
        self.scale = nnx.Param(jnp.ones(4))

    def __call__(self, x):
        return x * self.scale[...], self.scale * x


model = Scale()
x = jnp.ones(4, jnp.bfloat16)
first, second = model(x)
reveal_type(first)
reveal_type(second)
"""


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("nnx.update(model, nnx.state(model))\n", "float32"),
        ("state = jax.tree.map(lambda p: p.astype(x.dtype), nnx.state(model))\n", "float32"),
        (
            "state = jax.tree.map(lambda p: p.astype(x.dtype), nnx.state(model))\n"
            "nnx.update(model, state)\n",
            "Any",
        ),
    ],
)
def test_variables_that_a_program_may_cast_are_unknown(
    tmp_path: Path, program: str, expected: str
) -> None:
    write(tmp_path, VARIABLES + program, SETTINGS)
    assert dtypes(mypy(tmp_path)) == [expected] * 2


EMBEDDING = """\
import jax
import jax.numpy as jnp
import optax
from flax import nnx

layer = nnx.Embed(8, 4, rngs=nnx.Rngs(0))
other = nnx.Embed(8, 4, param_dtype=jnp.bfloat16, rngs=nnx.Rngs(0))
reveal_type(layer(jnp.ones(3, int)))
reveal_type(nnx.Embed(8, 4, param_dtype=jnp.float16, rngs=nnx.Rngs(0))(jnp.ones(3, int)))
"""


@pytest.mark.parametrize(
    ("program", "is_known"),
    [
        ("nnx.update(layer, nnx.state(layer))\n", True),
        ("state = jax.tree.map(lambda p: p.astype(jnp.bfloat16), nnx.state(layer))\n", True),
        (
            "state = jax.tree.map(lambda p: p.astype(jnp.bfloat16), nnx.state(layer))\n"
            "nnx.update(layer, state)\n",
            False,
        ),
        (
            "def narrow(p):\n    return p.astype(jnp.bfloat16)\n"
            "nnx.update(layer, jax.tree.map(narrow, nnx.state(layer)))\n",
            False,
        ),
        ("nnx.update(layer, optax.tree.cast(nnx.state(layer), jnp.bfloat16))\n", False),
        ("layer.embedding = other.embedding\n", False),
        ("layer.embedding[...] = other.embedding[...]\n", False),
        ("layer.embedding.set_value(other.embedding[...])\n", False),
        ("import pickle\n", False),
    ],
)
def test_parameters_that_a_program_may_replace_are_unknown(
    tmp_path: Path, program: str, is_known: bool
) -> None:
    write(tmp_path, EMBEDDING + program, SETTINGS)
    expected = ["float32", "float16"] if is_known else ["Any", "Any"]
    assert dtypes(mypy(tmp_path)) == expected
