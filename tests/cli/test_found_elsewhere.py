"""Findings in functions of another file are shown once, at their own place."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Project

LIBRARY = """\
import jax.numpy as jnp

def shifted(x):  # "é" takes two bytes
    é = x; return (é + 300)

def wide(x, scale):
    return x * scale + jnp.zeros(3).astype(jnp.float64)
"""
CALLER = """\
import jax.numpy as jnp
from library import shifted, wide

def caller():
    return shifted(jnp.ones(3, jnp.uint8))

wide(jnp.ones(3), 2)
"""
FOUND = ["library.py:4:20: error: uint8 + 300", "library.py:7:44: error: float64 is asked for"]


@pytest.mark.parametrize("paths", [["."], ["first.py"]])
def test_they_are_shown_once_at_their_own_place(project: Project, paths: list[str]) -> None:
    project.write("library.py", LIBRARY)
    project.write("first.py", CALLER)
    project.write("second.py", f"import first\n{CALLER}")
    done = project.promo("check", *paths)
    errors = [line for line in done.out.splitlines() if ": error:" in line]
    assert [line[: len(found)] for line, found in zip(errors, FOUND, strict=True)] == FOUND
    (note,) = (line for line in done.out.splitlines() if ": note:" in line)
    assert note.startswith("library.py:4:20: note: for x: Array[uint8], called at ")
    assert "    |                    ^^^^^^^\n" in done.out
