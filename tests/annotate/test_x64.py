"""Programs that run with x64 on though their settings and sources do not say so."""

from __future__ import annotations

import pytest

from .conftest import Program

LIBRARY = """\
import jax.numpy as jnp
import numpy as np


def steps(n):
    return jnp.arange(n).astype(np.int64)


def scale(x):
    return x * jnp.ones(3) + steps(3)
"""
TEST = """\
import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)

from library.scaling import scale

assert scale(jnp.ones(3)).dtype == jnp.float64
"""
SCALE = "def scale(x: Array[jnp.float64]) -> Array[jnp.float64]:"
NOTE = "note: the run had x64 on, which neither the settings nor the sources say"


@pytest.fixture
def library(program: Program) -> Program:
    program.write("library/__init__.py", "")
    program.write("library/scaling.py", LIBRARY)
    program.write("run.py", TEST)
    return program


def test_x64_is_written_with_the_annotations(library: Program) -> None:
    result = library.promo("annotate", "library", "--run", "python run.py", "--write")
    assert result.status == 0, result.err
    assert SCALE in library.read("library/scaling.py")
    assert "taken back" not in result.err
    assert NOTE in " ".join(result.err.split())
    assert library.read("pyproject.toml") == "[tool.promo-typing]\nx64 = true\n"
    checked = library.promo("check", "library")
    assert checked.status == 0, checked.out
    again = library.promo("annotate", "library", "--run", "python run.py", "--check")
    assert (again.status, again.out) == (0, "")
    assert NOTE not in " ".join(again.err.split())


def test_without_write_it_is_only_said(library: Program) -> None:
    result = library.promo("annotate", "library", "--run", "python run.py")
    assert f"+{SCALE}" in result.out
    assert "hold with x64 = true in [tool.promo-typing] of pyproject.toml\n" in result.err
    assert not (library.folder / "pyproject.toml").exists()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", "[tool.promo-typing]\nx64 = true\n"),
        ("mypy.ini", "[mypy]\n\n[promo-typing]\nx64 = true\n"),
        ("pytest.ini", "[pytest]\nenv =\n    JAX_ENABLE_X64=1\n"),
        ("library/on.py", "import jax\n\njax.config.update('jax_enable_x64', True)\n"),
    ],
)
def test_what_is_said_already_stays(library: Program, file: str, text: str) -> None:
    library.write(file, text)
    result = library.promo("annotate", "library", "--run", "python run.py", "--write")
    assert NOTE not in " ".join(result.err.split())
    assert library.read(file) == text


def test_the_settings_of_mypy_get_a_section(library: Program) -> None:
    library.write("mypy.ini", "# Mine.\n[mypy]\nstrict = true\n")
    library.promo("annotate", "library", "--run", "python run.py", "--write")
    assert library.read("mypy.ini") == (
        "# Mine.\n[mypy]\nstrict = true\n\n[promo-typing]\nx64 = true\n"
    )
