"""The suggestions of ``promo coverage`` have right numbers, and such annotations recover dtypes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from promo_cli.losses.roots import RootKind
from tests.cli.conftest import Project

from .conftest import PROGRAM, written

FILES = tuple(PROGRAM)

SUGGESTED = [
    # the place, the expressions that lost their dtype there, those only there, the number of files
    ("result of `encode` in model.py:13", 11, 9, 3),
    ("field `w` of `Net` in model.py:7", 6, 4, 2),
    ("parameter `dtype` of `decode` in model.py:21", 3, 2, 1),
    ("variable `data` in train.py:9", 2, 2, 1),
    ("parameter `x` of `decode` in model.py:21", 2, 1, 1),
    ("`nothing.ratio` of a library, not annotatable here", 1, 1, 1),
    ("variable `ratio` in evaluate.py:6", 1, 1, 1),
]


FROZEN = """\
from collections.abc import Callable
from dataclasses import dataclass

import jax


@dataclass(frozen=True)
class Model:
    step: int
    apply: Callable[..., jax.Array]


def f(model: Model) -> jax.Array:
    return model.apply(1) + model.apply(2)
"""


def measured(project: Project, *paths: str) -> dict[str, Any]:
    done = project.promo_here("coverage", *(paths or FILES), "--format", "json")
    assert done.status == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.fixture(scope="module")
def before(shared: Project) -> dict[str, Any]:
    return measured(shared)


def test_the_numbers(before: dict[str, Any]) -> None:
    found = [
        (each["message"], each["expressions"], each["alone"], each["files"])
        for each in before["suggestions"]
    ]
    assert found == SUGGESTED


def test_what_libraries_return_is_named(before: dict[str, Any]) -> None:
    sources = {each["name"]: each["sources"] for each in before["suggestions"] if each["sources"]}
    assert sources == {
        "encode": ["nothing.encode"],
        "data": ["nothing.load"],
        "ratio": ["nothing.ratio"],
    }


CHANGES = {
    "result of `encode` in model.py:13": (
        "model.py",
        "def encode(x: Array[jnp.float32]) -> Array:",
        "def encode(x: Array[jnp.float32]) -> Array[jnp.float32]:",
    ),
    "field `w` of `Net` in model.py:7": ("model.py", "w: Array", "w: Array[jnp.float32]"),
    "parameter `dtype` of `decode` in model.py:21": (
        "model.py",
        "dtype) ->",
        "dtype: type[jnp.float32]) ->",
    ),
    "variable `data` in train.py:9": (
        "train.py",
        "data =",
        'data: "dict[str, Array[jnp.float32]]" =',
    ),
    "parameter `x` of `decode` in model.py:21": (
        "model.py",
        "decode(x: Array,",
        "decode(x: Array[jnp.float32],",
    ),
    "variable `ratio` in evaluate.py:6": (
        "evaluate.py",
        "ratio =",
        'ratio: "Array[jnp.float32]" =',
    ),
}


def test_each_annotation_is_tried() -> None:
    annotatable = {each[0] for each in SUGGESTED if "annotatable" not in each[0]}
    assert CHANGES.keys() == annotatable


@pytest.mark.parametrize("place", CHANGES)
def test_an_annotation_recovers_what_is_said(
    place: str, before: dict[str, Any], project: Project
) -> None:
    file, old, new = CHANGES[place]
    assert PROGRAM[file].count(old) == 1
    changed = PROGRAM[file].replace(old, new)
    if "Array" in new and "import Array" not in changed:
        changed = f"from jax import Array; {changed}"
    after = measured(written(project, {**PROGRAM, file: changed}))
    alone = next(each["alone"] for each in before["suggestions"] if each["message"] == place)
    assert unknown(before) - unknown(after) == alone
    assert place not in [each["message"] for each in after["suggestions"]]


def unknown(found: dict[str, Any]) -> int:
    summary = found["summary"]
    number: int = summary["array_expressions"] - summary["known_dtype"]
    return number


FOLLOWED = {
    "arguments": (
        "def f(x):\n    return x + jnp.ones(3)\ny = nothing.load()\nf(y)\n",
        {"variable `y`"},
    ),
    "a parameter that nobody gives": (
        "def f(x):\n    return x + jnp.ones(3)\n",
        {"parameter `x` of `f`"},
    ),
    "arguments by name and the rest": (
        "def f(*xs, **named):\n    return jnp.sin(xs[0]) + jnp.cos(named['a'])\n"
        "u, v = nothing.load()\nf(u, a=v)\n",
        {"variable `u`", "variable `v`"},
    ),
    "the call that it is, not another one": (
        "def f(x):\n    return jnp.sin(x)\n"
        "u = nothing.u()\nv = nothing.v()\na = f(u) * jnp.ones(3)\n",
        {"variable `u`"},
    ),
    "jit and partial": (
        "def f(a, x):\n    return a * x\n"
        "u = nothing.u()\ng = jax.jit(functools.partial(f, jnp.ones(3)))\ny = g(u) + jnp.ones(3)\n",
        {"variable `u`"},
    ),
    "what scan goes over": (
        "xs = nothing.load()\n"
        "out = jax.lax.scan(lambda c, x: (c, jnp.sin(x)), jnp.ones(3), xs)[1]\n",
        {"variable `xs`"},
    ),
    "loops, comprehensions and walrus": (
        "for x in nothing.load():\n    jnp.sin(x)\n"
        "ys = [jnp.cos(y) for y in nothing.more()]\n"
        "if (z := nothing.one()):\n    jnp.tan(z)\n",
        {"variable `x`", "variable `y`", "variable `z`"},
    ),
    "recursion": (
        "def f(n):\n    return jnp.ones(3) if n == 0 else f(n - 1) + jnp.ones(3)\n"
        "y = f(3) + jnp.ones(3)\n",
        {"result of `f`"},
    ),
    "a generator": (
        "def f():\n    yield from [jnp.ones(3)]\nfor x in f():\n    jnp.sin(x)\n",
        {"result of `f`"},
    ),
    "the dtype that is asked for, and not the shape": (
        "def f(shape, dtype):\n    return jnp.zeros(shape, dtype=dtype) * 2\n",
        {"parameter `dtype` of `f`"},
    ),
    "attributes and methods of arrays": (
        "def f(x: jax.Array):\n    return x.T.at[0].set(1.0).reshape(-1)[0]\n",
        {"parameter `x` of `f`"},
    ),
    "a property": (
        "class C:\n    @property\n    def w(self) -> jax.Array:\n        return nothing.w()\n"
        "y = C().w + jnp.ones(3)\n",
        {"result of `C.w`"},
    ),
    "what is inside of a container": (
        "pair = (jnp.ones(3), nothing.x())\ntable = {'a': pair}\ny = table['a'][1] * jnp.ones(3)\n",
        {"variable `pair`"},
    ),
    "something of a library where it stands": (
        "y = jnp.ones(3)\nprint(y * nothing.x() + jnp.ones(3))\n",
        {"`nothing.x` of a library, not annotatable here"},
    ),
    "a cast": (
        "print(cast(jax.Array, 1) + jnp.ones(3))\n",
        {"expression `cast(jax.Array, 1)`"},
    ),
}
HEAD = """\
import functools
from typing import cast
import jax, nothing
import jax.numpy as jnp
narrow = "bfloat16"  # An unknown value may be one.
"""


@pytest.fixture(scope="module")
def followed(shared: Project) -> dict[str, set[str]]:
    """The places in each program; the programs do not depend on one another."""
    for number, (text, _) in enumerate(FOLLOWED.values()):
        shared.write(f"followed/part_{number}.py", HEAD + text)
    found: dict[str, set[str]] = {name: set() for name in FOLLOWED}
    names = {f"followed/part_{number}.py": name for number, name in enumerate(FOLLOWED)}
    for each in measured(shared, "followed")["suggestions"]:
        name = names[each["file"]] if each["file"] else "something of a library where it stands"
        found[name].add(each["message"].partition(" in followed")[0])
    return found


@pytest.mark.parametrize("name", FOLLOWED)
def test_the_way_is_followed(name: str, followed: dict[str, set[str]]) -> None:
    assert followed[name] == FOLLOWED[name][1]


def test_function_in_a_frozen_dataclass_has_its_line(project: Project) -> None:
    project.write("frozen.py", FROZEN)
    suggestions = measured(project, "frozen.py")["suggestions"]
    assert ("apply", 10) in {(each["name"], each["line"]) for each in suggestions}


def test_kinds_that_take_no_annotation() -> None:
    assert {kind for kind in RootKind if not kind.takes_annotation} == {
        RootKind.EXPRESSION,
        RootKind.LIBRARY,
    }
