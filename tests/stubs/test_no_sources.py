"""A checker of a program that imports JAX reads only stubs: JAX's sources would take long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import jax

from promo_stubgen.surface.public_modules import MODULES

PROGRAM = """\
import jax
import jax.lax
import jax.nn
import jax.numpy as jnp
import jax.random
from jax import Array


def loss(x: Array[jnp.float32]) -> Array[jnp.float32]:
    return jax.nn.relu(jnp.dot(x, x))


step = jax.jit(jax.grad(loss))
"""
EVERYTHING = "".join(f"import {module}\n" for module in MODULES)


def test_mypy_reads_no_source_of_jax(tmp_path: Path) -> None:
    """One run checks both programs, so it reads the imports of either."""
    (tmp_path / "usual.py").write_text(PROGRAM, encoding="utf-8")
    (tmp_path / "everything.py").write_text(EVERYTHING, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--verbose", "--cache-dir", "cache"]
    command += ["usual.py", "everything.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    parsed = [line for line in done.stderr.splitlines() if "Parsing" in line]
    assert any("jax-stubs" in line for line in parsed)
    sources = Path(jax.__file__).parent
    assert [line for line in parsed if f"{sources}/" in line] == []
