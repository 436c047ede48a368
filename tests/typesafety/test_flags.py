"""A flag that may have another value than the call gives decides nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .mypy_runs import mypy, write
from .test_guarded import SETTINGS

HEAD = """\
from typing import reveal_type
import jax.numpy as jnp
f32 = jnp.ones(3, jnp.float32)
def cast(x, half=False):
    if half:
        return x.astype(jnp.bfloat16)
    return x
"""
OPEN = {
    "assigned under a condition": """\
def f(x, mode="", wide=True):
    if not mode:
        mode = "half"
    if x.ndim > 5:
        wide = False
    if mode == "half" or not wide:
        return x.astype(jnp.bfloat16)
    return x
reveal_type(f(f32))
""",
    "assigned in a loop": """\
def f(x, half=False):
    for half in (True, False):
        pass
    return cast(x, half)
reveal_type(f(f32))
""",
    "computed": """\
def f(x):
    half = x.ndim == 1
    return cast(x, half)
reveal_type(f(f32))
""",
}


@pytest.mark.parametrize("body", OPEN.values(), ids=OPEN)
def test_both_dtypes_are_possible(tmp_path: Path, body: str) -> None:
    write(tmp_path, HEAD + body, SETTINGS)
    (line,) = (each for each in mypy(tmp_path).stdout.splitlines() if "Revealed" in each)
    assert re.findall(r"scalar_types\.(\w+)", line) == ["bfloat16", "float32"]
