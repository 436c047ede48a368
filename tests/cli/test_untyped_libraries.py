"""The stubs of libraries without types never hide types, nor a package of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from promo_cli import untyped_libraries
from tests.cli.conftest import Project

OWN = """\
import jax.numpy as jnp

def apply_updates(params, updates):
    return (params + updates).astype(jnp.float16)

def other(x):
    return x
"""
MAIN = """\
import jax.numpy as jnp
import optax

def step(x):
    return optax.apply_updates(x, optax.other(x))

step(jnp.ones(3, jnp.bfloat16))
"""


@pytest.mark.parametrize(
    ("files", "is_hidden"),
    [
        (["optax/__init__.py"], False),
        (["optax/__init__.py", "optax/py.typed"], True),
        (["optax/__init__.py", "optax/__init__.pyi"], True),
        (["optax-stubs/__init__.pyi"], True),
        ([], False),
    ],
)
def test_a_library_with_types_keeps_them(
    files: list[str], is_hidden: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    packages = tmp_path / "packages"
    for each in files:
        (packages / each).parent.mkdir(parents=True, exist_ok=True)
        (packages / each).touch()
    found = untyped_libraries.stubs(["main"], [str(packages)], [])
    assert bool(found) is not is_hidden
    assert all(Path(each, "optax", "__init__.pyi").is_file() for each in found)


@pytest.mark.parametrize("path", ["optax.py", "optax/__init__.py"])
@pytest.mark.parametrize("checked", ["main.py", "."])
def test_the_programs_own_package_is_read(project: Project, path: str, checked: str) -> None:
    project.write(path, OWN)
    project.write("main.py", MAIN)
    assert project.promo("check", checked).status == 0
    assert "optax.apply_updates(x, optax.other(x))  -> Array[float16]" in _revealed(project)


def test_only_known_functions_are_named(project: Project) -> None:
    project.write("main.py", MAIN)
    assert "optax.apply_updates(x, optax.other(x))  -> Array[bfloat16]" in _revealed(project)


def _revealed(project: Project) -> str:
    return project.promo("reveal", "main.py:5").out
