"""The wheel, then an editable install, in a fresh environment, from outside the repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.xdist_group("packaging")

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


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command away from the repository and without what the environment says of it.

    All runs share a cache of mypy, which the first one finds empty.
    """
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "NO_COLOR": "1", "COLUMNS": "120"}
    environment["MYPY_CACHE_DIR"] = str(cwd.parent / "cache_of_installed_mypy")
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a new environment that holds the wheel and what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder)
    interpreter = folder / "bin" / "python"
    install(interpreter, f"{wheel}[mypy]")
    return interpreter


def install(interpreter: Path, *what: str) -> None:
    """Install into the environment of an interpreter, and leave to Python what it has to compile.

    pip is not in the environment: it comes from here, and looks at nothing that is installed here.
    """
    command = [sys.executable, "-m", "pip", f"--python={interpreter}", "install", "--quiet", *what]
    # What pip builds in, it installs by itself: an option does not reach that, a variable does.
    environment = {**os.environ, "PIP_NO_COMPILE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


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


def test_editable_install(python: Path, tmp_path: Path) -> None:
    install(python, "--no-deps", "--force-reinstall", "--editable", str(ROOT))
    check_a_program(python, tmp_path)
