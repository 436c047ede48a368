"""A test is checked with the arguments that pytest passes, and a finding names the case."""

from __future__ import annotations

from pathlib import Path

from .mypy_runs import mypy, write
from .test_inference import SETTINGS

PROGRAM = """\
import jax
import jax.numpy as jnp
import pytest

@pytest.fixture
def half():
    return jnp.ones(3, jnp.bfloat16)

@pytest.mark.parametrize("dtype", [jnp.bfloat16, jnp.float32], ids=["half", "single"])
def test_carry(half, dtype):
    def body(carry, x):
        return carry + x, x
    jax.lax.scan(body, half, jnp.ones((2, 3), dtype))

def test_of_unknown(other):
    jax.lax.scan(lambda carry, x: (carry + x, x), jnp.ones(3, jnp.bfloat16), other)
"""


def test_the_case_is_told(tmp_path: Path) -> None:
    write(tmp_path, PROGRAM, SETTINGS)
    refused, case, *_ = mypy(tmp_path).stdout.splitlines()
    assert "main.py:13: error: " in refused
    assert "the carry is bfloat16 when it goes in and float32 when it comes out" in refused
    assert "main.py:13: note: for half: Array[bfloat16], dtype: type[float32]" in case
