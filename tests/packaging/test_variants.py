"""Stubs for other settings, in an environment with the wheel: how each checker gets them."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from promo_typing.core.stub_variants import VARIANTS
from tests.packaging.environments import run
from tests.static.checkers import BIN, CHECKERS, NODE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]

PROGRAM: Final = """\
import jax.numpy as jnp
from jax.experimental import sparse
from promo_typing import Array
from typing_extensions import assert_type


def mixed(f32: Array[jnp.float32], i32: Array[jnp.int32]) -> None:
    assert_type(f32 * jnp.ones(3, jnp.float32), Array[jnp.float32])
    print(f32 + i32)


def default() -> None:
    assert_type(jnp.zeros(3), Array[jnp.float64])


def standard() -> None:
    assert_type(jnp.zeros(3), Array[jnp.float32])


wrong: int = sparse.BCOO
"""
_MIXED, _WIDE, _NARROW, _WRONG = 9, 13, 17, 20
OF_STANDARD: Final = {_WIDE, _WRONG}
OF_X64_STRICT: Final = {_MIXED, _NARROW, _WRONG}
"""The lines with an error, under the standard stubs, and under those for x64 and strict promotion.
"""

OPTIONS: Final = ("--x64", "--promotion", "strict")


class Settings(NamedTuple):
    """A project's settings for a checker, as in docs/checkers.md, and the checker's command."""

    command: tuple[str, ...]
    files: Mapping[str, str]
    takes_a_folder: bool = False


CHECKED: Final[Mapping[str, Settings]] = {
    "mypy": Settings(
        ("mypy", "--config-file", "mypy.ini", "program.py"),
        {"mypy.ini": "[mypy]\nmypy_path = typings\npython_executable = {python}\n"},
    ),
    "pyright": Settings(
        ("pyright", "--outputjson", "program.py"),
        {
            "pyrightconfig.json": '{{"venvPath": "{above}", "venv": "{environment}", '
            '"stubPath": "typings", "extraPaths": ["typings"]}}'
        },
    ),
    "pyrefly": Settings(
        ("pyrefly", "check", "-c", "pyrefly.toml", "--output-format", "min-text", "program.py"),
        {
            "pyrefly.toml": 'preset = "default"\nsearch-path = ["typings", "."]\n'
            'python-interpreter-path = "{python}"\n'
        },
        takes_a_folder=True,
    ),
    "ty": Settings(
        ("ty", "check", "--output-format", "concise", "program.py"),
        {"ty.toml": '[environment]\nextra-paths = ["typings"]\npython = "{prefix}"\n'},
        takes_a_folder=True,
    ),
    "zuban": Settings(
        ("zuban", "mypy", "--config-file", "mypy.ini", "program.py"),
        {"mypy.ini": "[mypy]\nmypy_path = typings\npython_executable = {python}\n"},
        takes_a_folder=True,
    ),
}


@pytest.fixture(params=CHECKED)
def checker(request: pytest.FixtureRequest, python: Path, tmp_path: Path) -> str:
    """Each checker, in a folder with a program and its settings."""
    name = str(request.param)
    prefix = python.parent.parent
    for file, text in CHECKED[name].files.items():
        (tmp_path / file).write_text(
            text.format(python=python, prefix=prefix, above=prefix.parent, environment=prefix.name)
        )
    (tmp_path / "program.py").write_text(PROGRAM)
    # ty refuses a folder that does not exist.
    (tmp_path / "typings").mkdir()
    return name


def errors(checker: str, folder: Path) -> set[int]:
    """The lines of the program with an error."""
    program, *rest = CHECKED[checker].command
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **NODE}
    done = subprocess.run(
        [BIN / program, *rest],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return {line for file, line in CHECKERS[checker].read(done.stdout) if file == "program.py"}


def described(python: Path, checker: str, folder: Path) -> str:
    """The description of a checker by `promo doctor`."""
    lines = run(python.with_name("promo"), "doctor", cwd=folder).stdout.splitlines()
    (line,) = [line for line in lines if line.startswith(f"{checker} ")]
    return line


def promo_stubs(python: Path, folder: Path, *arguments: str) -> str:
    done = run(python.with_name("promo"), "stubs", *arguments, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_folder_takes_precedence_where_a_checker_lets_it(
    python: Path, checker: str, tmp_path: Path
) -> None:
    assert errors(checker, tmp_path) == OF_STANDARD
    assert "jax-stubs: x64 off, standard promotion" in described(python, checker, tmp_path)
    promo_stubs(python, tmp_path, *OPTIONS, "typings")
    shutil.rmtree(tmp_path / ".mypy_cache", ignore_errors=True)
    takes = CHECKED[checker].takes_a_folder
    assert errors(checker, tmp_path) == (OF_X64_STRICT if takes else OF_STANDARD)
    taken = VARIANTS["x64-strict" if takes else "standard"]
    assert f"jax-stubs: {taken}" in described(python, checker, tmp_path)


@pytest.fixture(scope="module")
def installed(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The same environment with a variant installed in place of the stubs."""
    folder = tmp_path_factory.mktemp("installed")
    stubs = next(python.parent.parent.glob("lib/python3*/site-packages")) / "jax-stubs"
    before = {path: path.read_bytes() for path in stubs.rglob("*.pyi")}
    assert promo_stubs(python, folder, *OPTIONS, "--install").endswith(
        "jax-stubs: installed: x64 on, strict promotion\n"
    )
    assert "installed already" in promo_stubs(python, folder, *OPTIONS, "--install")
    yield python
    assert promo_stubs(python, folder, "--restore").endswith("jax-stubs: restored\n")
    assert "nothing to restore" in promo_stubs(python, folder, "--restore")
    assert {path: path.read_bytes() for path in stubs.rglob("*.pyi")} == before


def test_every_checker_takes_what_is_installed(
    installed: Path, checker: str, tmp_path: Path
) -> None:
    assert errors(checker, tmp_path) == OF_X64_STRICT
    assert "jax-stubs: x64 on, strict promotion" in described(installed, checker, tmp_path)


def test_doctor_of_an_environment_with_other_stubs(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "standard"}))
    done = run(installed.with_name("promo"), "doctor", cwd=tmp_path)
    assert done.returncode == 1
    assert "pyright sees stubs for x64 on, strict promotion, and the settings say x64 off" in (
        done.stderr
    )
    (tmp_path / "pyproject.toml").write_text(
        "[tool.promo-typing]\nx64 = true\npromotion = 'strict'\n"
    )
    done = run(installed.with_name("promo"), "doctor", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_takes_less_than_five_seconds(python: Path, tmp_path: Path) -> None:
    """Processor time is measured, which other programs on the machine affect little."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    promo_stubs(python, tmp_path, *OPTIONS, "typings")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 5
