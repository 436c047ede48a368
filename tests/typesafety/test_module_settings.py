"""Settings of JAX for some modules: in each module mypy agrees with JAX under its settings."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .mypy_runs import CONFIG, Run, mypy, write

pytestmark = pytest.mark.slow

LIBRARY = """\
from __future__ import annotations
from typing import NamedTuple
import jax
import jax.numpy as jnp
from jax import Array

class State(NamedTuple):
    mean: Array
    weight: Array

def make(n):
    return jnp.zeros(n)

def create():
    return State(jnp.zeros(3), jnp.zeros(3, jnp.bfloat16))

@jax.jit
def step(x):
    return x + jnp.linspace(0, 1, 3)

def both():
    with jax.enable_x64(False):
        narrow = jnp.zeros(3)
    return narrow, jnp.zeros(3)

def declared() -> Array[jnp.float32]:
    return jnp.zeros(3, jnp.float32)
"""

PROGRAM = """\
from typing import assert_type
import jax
import jax.numpy as jnp
from library import both, declared, make, step
from promo_typing import Array

assert_type(jnp.zeros(3), Array[jnp.{default}])
assert_type(make(3), Array[jnp.{default}])
assert_type(step(jnp.zeros(3)), Array[jnp.{default}])
assert_type(both(), tuple[Array[jnp.float32], Array[jnp.{default}]])
assert_type(declared(), Array[jnp.float32])
assert_type(jax.lax.fori_loop(0, 3, lambda i, x: x + make(3), jnp.zeros(3)), Array[jnp.{default}])
assert_type(jnp.arange(3) + jnp.zeros(3, jnp.uint32), Array[jnp.{integer}])

def weak() -> Array[jnp.{default}]:
    return jnp.full(3, 0.5)
"""

OVERRIDES = {
    "pyproject.toml": """\
[tool.mypy]
plugins = ["promo_mypy"]
strict = true
allow_untyped_calls = true
allow_untyped_defs = true

[tool.promo-typing]
infer = true

[[tool.promo-typing.overrides]]
module = ["wide", "other.*"]
x64 = true
""",
    "mypy.ini": f"""\
{CONFIG}
allow_untyped_calls = true
allow_untyped_defs = true

[promo-typing]
infer = true

[promo-typing-wide,other.*]
x64 = yes
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "library.py").write_text(LIBRARY)
    (tmp_path / "usual.py").write_text(PROGRAM.format(default="float32", integer="int32"))
    (tmp_path / "wide.py").write_text(PROGRAM.format(default="float64", integer="int64"))
    return tmp_path


def checked(folder: Path) -> Run:
    return mypy(folder, "library.py", "usual.py", "wide.py", files=False)


@pytest.mark.parametrize("name", OVERRIDES)
def test_a_function_has_the_settings_of_the_module_that_calls_it(folder: Path, name: str) -> None:
    (folder / name).write_text(OVERRIDES[name])
    run = checked(folder)
    assert (run.stdout, run.status) == ("Success: no issues found in 3 source files\n", 0)


@pytest.mark.parametrize(("module", "x64"), [("usual", "0"), ("wide", "1")])
def test_jax_says_the_same(folder: Path, module: str, x64: str) -> None:
    """Each ``assert_type`` holds when the program runs with the settings of the module."""
    program = (folder / f"{module}.py").read_text()
    claims = program.replace("from typing import assert_type", _CLAIM) + "\nweak()\n"
    (folder / f"{module}.py").write_text(claims)
    environment = {**os.environ, "JAX_ENABLE_X64": x64}
    subprocess.run([sys.executable, f"{module}.py"], cwd=folder, env=environment, check=True)


_CLAIM = """\
from jax.tree_util import tree_leaves, tree_map
def assert_type(value, claimed):
    claims = claimed.__args__ if isinstance(value, tuple) else (claimed,)
    assert all(map(isinstance, tree_leaves(value), claims)), (value, claimed)
"""


def test_a_field_is_known_if_it_is_under_all_settings(folder: Path) -> None:
    (folder / "mypy.ini").write_text(OVERRIDES["mypy.ini"])
    (folder / "wide.py").write_text("from library import create\ncreate()\n")
    (folder / "library.py").write_text(
        f"{LIBRARY}\ndef use(state: State) -> None:\n"
        "    reveal_type(state.mean)\n    reveal_type(state.weight)\n"
    )
    mean, weight = mypy(folder, "library.py", "wide.py", files=False).stdout.splitlines()[:2]
    assert mean.endswith('Array[Any]"')
    assert weight.endswith('.bfloat16]"')


def test_promotion_and_requests_of_64_bits(tmp_path: Path) -> None:
    program = """\
import jax.numpy as jnp
from jax import Array

def f(x: Array[jnp.bfloat16], y: Array[jnp.float32]) -> None:
    x + y
    jnp.zeros(3, jnp.float64)
"""
    settings = """
[promo-typing]
promotion = strict
[promo-typing-main]
promotion = standard
explicit_x64 = error
[promo-typing-*.main]
explicit_x64 = allow
"""
    write(tmp_path, program, settings)
    run = mypy(tmp_path)
    assert len(run.messages) == 1
    assert "float64 is asked for, but x64 is off: JAX raises ValueError" in run.messages[0]
