"""Runs the real command on programs that really run."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.folders import Folder
from tests.processes import CACHE_OF_COMPILATIONS
from tests.typesafety.mypy_runs import cache_of_promo

SHARED = {"annotated", "recorded"}
"""Fixtures with a program that the tests of a module share."""

_DEFINITION = re.compile(r"^( *)((?:async )?def )", re.MULTILINE)


class Program(Folder):
    """A folder with a program, in which it is run and annotated."""

    def annotated(self, name: str, text: str, *arguments: str) -> str:
        """Run a program of one file, annotate it, and return its new text."""
        self.write(name, text)
        result = self.promo("annotate", name, "--run", f"python {name}", "--write", *arguments)
        assert result.status == 0, result.err
        return self.read(name)


def annotated_modules(program: Program, head: str, cases: Mapping[str, str]) -> Program:
    """Annotate one program with a module for each case, each of which begins with ``head``."""
    for case, body in cases.items():
        program.write(f"{module(case)}.py", head + textwrap.dedent(body))
    program.write("main.py", "".join(f"import {module(case)}\n" for case in cases))
    result = program.promo("annotate", ".", "--run", "python main.py", "--write")
    assert result.status == 0, result.err
    return program


def enforced(source: str) -> str:
    """The same program with a run-time check of all annotations in each call."""
    checked = _DEFINITION.sub(r"\1@dtypechecked(typechecker=beartype)\n\1\2", source)
    imports = "from beartype import beartype\nfrom promo_typing import dtypechecked\n"
    return imports + checked


def module(case: str) -> str:
    """The name of the module of a case."""
    return case.replace(" ", "_").replace(",", "")


@pytest.hookimpl(tryfirst=True)  # The groups must be set before xdist reads them.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests of a module that share a program on one worker, which runs it once."""
    here = Path(__file__).parent
    for item in items:
        fixtures = item.fixturenames if isinstance(item, pytest.Function) else ()
        if here in item.path.parents and SHARED.intersection(fixtures):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Program]:
    """A function that makes empty programs, which share caches of mypy and JAX."""
    cache = tmp_path_factory.mktemp("cache")
    shutil.copytree(cache_of_promo(), cache, dirs_exist_ok=True)
    inherited = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    environment = {
        **inherited,
        "MYPY_CACHE_DIR": str(cache),
        "PYTHONIOENCODING": "utf-8",
        "JAX_PLATFORMS": "cpu",
        "JAX_COMPILATION_CACHE_DIR": str(tmp_path_factory.mktemp("compiled")),
        **CACHE_OF_COMPILATIONS,
    }
    return lambda: Program(tmp_path_factory.mktemp("program"), environment)


@pytest.fixture
def program(programs: Callable[[], Program]) -> Program:
    return programs()
