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


def test_folders_whose_names_are_no_packages_have_scripts_of_equal_names(project: Project) -> None:
    """The model of which of the two is imported depends on the script that is run."""
    for folder, dtype in (("examples/my-net", "bfloat16"), ("examples/my-data", "float16")):
        project.write(f"{folder}/__init__.py", "")
        project.write(f"{folder}/model.py", MODEL.replace("bfloat16", dtype))
        project.write(f"{folder}/main.py", "from model import make\n\nmake().astype('flaot32')\n")
    project.write("examples/__init__.py", "")
    done = project.promo("check", ".")
    assert done.out.count("[dtype-argument]") == 0
    assert "5 files checked" in done.out
    done = project.promo("check", "examples/my-net")
    assert '"flaot32" is the name of no dtype' in done.out
