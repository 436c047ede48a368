"""Limits how often functions are checked that make objects of several classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_mypy.inference.source_types import SourceTypes
from tests.typesafety.work import work

BLOCK = """
class Block{number}:
    def __init__(self, scale, dtype):
        self.dtype = dtype
        self.scale = scale

    def __call__(self, x):
        return x.astype(self.dtype) * self.scale
"""


def program(count: int) -> str:
    """A method that makes blocks of several classes, all of the dtype that its object holds."""
    lines = ["from typing import Any", "import jax.numpy as jnp"]
    lines += [BLOCK.format(number=each) for each in range(count)]
    lines += ["class Network:", "    dtype: Any = jnp.bfloat16", "    def __call__(self, x):"]
    lines += [f"        x = Block{each}({each + 1.5}, self.dtype)(x)" for each in range(count)]
    lines += ["        return x", "def f(x): return Network()(x)", "y = f(jnp.ones(3))"]
    return "\n".join([*lines, "reveal_type(f(jnp.ones(3)))", ""])


@pytest.mark.parametrize("count", [4, 6])
def test_a_body_is_checked_a_limited_number_of_times(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The arguments of one block are found without checking what is done with all others."""
    done, said = work((SourceTypes, "_look_now"), tmp_path, program(count), monkeypatch)
    assert 0 < done <= 12 * count
    assert "Array[jax._src.numpy.scalar_types.bfloat16]" in said
