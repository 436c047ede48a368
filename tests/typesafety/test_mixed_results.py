"""mypy itself reports nothing about results whose form depends on a flag that is not known."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .mypy_runs import mypy, write
from .test_guarded import SETTINGS

PROGRAM: Final = """\
import sys
from typing import reveal_type
import jax.numpy as jnp

def several(x, more):
    if more:
        return x, x, x
    return x, x

def some(x, more):
    return [x, x] if more else x

def pair(x, more):
    return (x, x) if more else x

def unpacked(more):
    if more:
        one, two, three = several(jnp.ones(3), more)
        return one * three
    one, two = several(jnp.ones(3), more)
    return one * two

def shape(more):
    return some(jnp.ones(3), more).shape, pair(jnp.ones(3), more).shape

more = len(sys.argv) > 5
reveal_type(unpacked(more))
shape(more)
"""


def test_mypy_reports_nothing(tmp_path: Path) -> None:
    exec(PROGRAM, {})
    write(tmp_path, PROGRAM, SETTINGS)
    [note] = mypy(tmp_path).messages
    assert "float32" in note
