"""The wheel, then an editable install, in a fresh environment, from outside the repository."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.environments import ROOT, install, run

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]

PROGRAM = """\
import jax.numpy as jnp
from promo_typing import Array


def scale(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * jnp.ones(3)


def halve(x: Array[jnp.bfloat16]) -> Array[jnp.bfloat16]:
    return x * 0.5


assert isinstance(halve(jnp.ones(3, jnp.bfloat16)), Array[jnp.bfloat16])
assert not isinstance(scale(jnp.ones(3, jnp.bfloat16)), Array[jnp.bfloat16])
"""


def check_a_program(python: Path, folder: Path) -> None:
    program = folder / "program.py"
    program.write_text(PROGRAM)
    checked = run(python.with_name("promo"), "check", "program.py", cwd=folder)
    assert checked.returncode == 1, checked.stdout + checked.stderr
    assert "program.py:6" in checked.stdout
    assert "Array[float32]" in checked.stdout
    assert "program.py:10" not in checked.stdout
    executed = run(python, "program.py", cwd=folder)
    assert executed.returncode == 0, executed.stderr


def test_wheel_holds_every_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        marker = archive.read("jax-stubs/py.typed")
    assert marker == b"partial\n"
    top = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    packages = {"promo_typing", "promo_cli", "promo_mypy", "promo_runtime", "promo_recorder"}
    assert top == {*packages, "jax-stubs"}
    for package in packages:
        assert f"{package}/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_wheel_in_a_fresh_environment(python: Path, tmp_path: Path) -> None:
    check_a_program(python, tmp_path)


def test_pages_of_the_wheel(python: Path, tmp_path: Path) -> None:
    promo, page = python.with_name("promo"), tmp_path / "pages" / "index.html"
    (tmp_path / "program.py").write_text(PROGRAM)
    command = (promo, "coverage", "program.py", "--html", "pages")
    without = run(*command, cwd=tmp_path)
    assert without.returncode == 2
    assert 'pip install "promo-typing[html]"' in without.stderr
    (requirement,) = re.findall(r"^html = \[(.*)\]$", (ROOT / "pyproject.toml").read_text(), re.M)
    install(python, *(each.strip(' "') for each in requirement.split(",")))
    written = run(*command, cwd=tmp_path)
    assert (written.returncode, written.stderr) == (0, "promo: note: wrote pages/index.html\n")
    assert "program.py" in page.read_text()


@pytest.fixture
def editable(python: Path, wheel: Path) -> Iterator[Path]:
    """The same environment with an editable install."""
    install(python, "--no-deps", "--force-reinstall", "--editable", str(ROOT))
    yield python
    install(python, "--no-deps", "--force-reinstall", str(wheel))


def test_editable_install(editable: Path, tmp_path: Path) -> None:
    check_a_program(editable, tmp_path)
    refused = run(editable.with_name("promo"), "stubs", "--x64", "--install", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "not installed but run from its sources" in refused.stderr
