"""Packages in a folder `src`, beside scripts with equal names, which mypy cannot tell apart."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Project

MODEL = "import jax.numpy as jnp\n\ndef make():\n    return jnp.zeros(3, jnp.bfloat16)\n"
USE = "from {package}.model import make\n\nx = make() * 2\n"


@pytest.mark.parametrize("package", ["model_of_mine", "src.model_of_mine"])
def test_imports_are_found_as_they_are_written(project: Project, package: str) -> None:
    project.write("src/model_of_mine/__init__.py", "")
    project.write("src/model_of_mine/model.py", MODEL)
    for folder in ("one", "other"):
        project.write(f"{folder}/main.py", USE.format(package=package))
    done = project.promo("check", ".")
    assert done.status == 0
    assert "of known dtype (100.0 %)" in done.out


def test_a_name_in_both_folders_stays_in_its_own(project: Project) -> None:
    project.write("src/model_of_mine/__init__.py", "")
    for name in ("src/run.py", "run.py", "one/main.py", "other/main.py"):
        project.write(name, MODEL)
    done = project.promo("check", ".")
    assert done.status == 0
    assert "of known dtype (100.0 %)" in done.out


def test_a_folder_that_can_be_no_package(project: Project) -> None:
    folder = project.folder / "model-of-mine"
    folder.mkdir()
    inner = Project(folder, project.environment)
    inner.write("__init__.py", "")
    inner.write("layers/__init__.py", "")
    inner.write("layers/model.py", MODEL)
    inner.write("main.py", USE.format(package="layers"))
    done = inner.promo("check", ".")
    assert done.status == 0
    assert "of known dtype (100.0 %)" in done.out
