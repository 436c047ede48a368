"""chex's, optax's and flax's names for arrays are treated as the types that they alias."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.unit.systems.libraries import library

from .mypy_runs import mypy, write

pytestmark = pytest.mark.slow

for each in ("chex", "optax", "flax"):
    library(each)

SETTINGS = """\
ignore_missing_imports = true
follow_untyped_imports = true
follow_imports = silent
disallow_untyped_defs = false
disallow_incomplete_defs = false
disallow_untyped_calls = false
disallow_any_generics = false
disallow_any_unimported = false
warn_return_any = false
[promo-typing]
infer = true
"""
PROGRAM = """\
from typing import Any, Union, assert_type

import chex
import flax.typing
import jax
import jax.numpy as jnp
import numpy as np
import optax

b16 = jnp.ones(3, jnp.bfloat16)


def chex_array(x: chex.Array): return x * 2
def chex_number(x: chex.Array, n: chex.Numeric): return x * n
def flax_array(x: flax.typing.Array): return x * 2
def optax_tree(x: optax.Params): return x
def array_like(x: jax.typing.ArrayLike): return jnp.asarray(x) * 2
def takes_key(k: chex.PRNGKey) -> None: assert_type(k, jax.Array)


def aliases(x: chex.Array, y: flax.typing.Array, z: chex.Scalar) -> None:
    assert_type(x, Union[jax.Array, np.ndarray, np.bool_, np.number])
    assert_type(y, Union[jax.Array, Any])
    assert_type(z, Union[float, int])


takes_key(jax.random.key(0))
takes_key(jax.random.PRNGKey(0))
optax_tree({"w": b16})
reveal_type(chex_array(b16))
reveal_type(chex_number(b16, 2.0))
reveal_type(flax_array(b16))
reveal_type(optax_tree(b16))
reveal_type(array_like(b16))
"""


def test_they_are_what_they_alias_and_a_call_tells_their_dtypes(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    messages = mypy(tmp_path).messages
    assert [line for line in messages if "error" in line] == []
    assert re.findall(r"scalar_types\.(\w+)", "".join(messages)) == ["bfloat16"] * 5
